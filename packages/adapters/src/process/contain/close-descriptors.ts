import { closeSync, readdirSync, readFileSync } from "node:fs";

const DESCRIPTORS = "/proc/self/fd";
const FIRST_AFTER_STDIO = 3;
/** O_CLOEXEC as /proc/<pid>/fdinfo shows it, in octal. */
const CLOSE_ON_EXEC = 0o2_000_000;

/**
 * Closes every descriptor above standard error that a started program would inherit.
 *
 * Node opens its own descriptors with close-on-exec, so one without it came from our parent
 * process. A descriptor of a directory bypasses every mount of a sandbox. Does nothing on systems
 * without /proc.
 */
export function closeInheritedDescriptors(): void {
  for (const fd of listDescriptors()) {
    if (fd < FIRST_AFTER_STDIO || !isInheritable(fd)) continue;
    try {
      closeSync(fd);
    } catch {
      // It was closed meanwhile, like the descriptor of the listed directory.
    }
  }
}

function listDescriptors(): number[] {
  try {
    return readdirSync(DESCRIPTORS).map(Number);
  } catch {
    return [];
  }
}

function isInheritable(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(
      readFileSync(`/proc/self/fdinfo/${fd}`, "latin1"),
    )?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
