import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SandboxState } from "@countersign/engine";
import {
  type BubblewrapProgram,
  type SandboxKind,
  type SandboxProgram,
  SECCOMP_FILTER,
} from "./sandbox-command.ts";

const execute = promisify(execFile);

/** A tested sandbox, or why there is none. */
export type Sandbox = { state: SandboxState; program: SandboxProgram | null };

/** Runs a harmless command; its error explains why this kind of sandbox does not work. */
export type SandboxAttempt = (program: BubblewrapProgram, directory: string) => Promise<void>;

const OLDEST = { major: 0, minor: 8 };
/** Fixed locations: an inherited PATH would decide whether there is a sandbox. */
const USUAL_PLACES = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"];

const INSTALL =
  "Install it: apt install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora) or pacman -S bubblewrap (Arch)";
const USE_LINUX = "Run the engine on Linux with bubblewrap, in a virtual machine or a container";

const DISK =
  "The disk that a command fills is looked at four times a second, with all else that fills it, not limited by the kernel.";
const SHARED =
  "The memory of all processes together is looked at four times a second, not limited by the kernel.";
const UNFILTERED = "On this processor system calls are not filtered.";
const ROOT = "As root without the right to change users, processes are counted, not limited.";

/** Detects by trial whether commands can be isolated on this machine. */
export async function detectSandbox(
  program: string | undefined,
  platform: NodeJS.Platform,
  attempt: SandboxAttempt,
): Promise<Sandbox> {
  if (platform !== "linux") return none("bubblewrap needs Linux", USE_LINUX);
  for (const path of program === undefined ? USUAL_PLACES : [program]) {
    const version = await versionOf(path);
    if (version === null) continue;
    if (isNewEnough(version)) return await firstThatWorks(path, version, attempt);
    return none(`bubblewrap ${version} is too old; 0.8 or later is needed`, INSTALL);
  }
  return none("bubblewrap is not installed", INSTALL);
}

async function firstThatWorks(
  path: string,
  version: string,
  attempt: SandboxAttempt,
): Promise<Sandbox> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-sandbox-"));
  let why = "";
  try {
    for (const kind of kinds()) {
      const program = { program: path, kind };
      try {
        await attempt(program, directory);
        return { state: { kind: "bubblewrap", version, gaps: gapsOf(kind) }, program };
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return none(`bubblewrap does not work here: ${why}`, namespaceFix(why));
}

function kinds(): SandboxKind[] {
  return process.getuid?.() === 0 ? ["root_as_sandbox_user", "root_as_root"] : ["own_user"];
}

function gapsOf(kind: SandboxKind): string[] {
  const unfiltered = SECCOMP_FILTER === null ? [UNFILTERED] : [];
  return [DISK, SHARED, ...unfiltered, ...(kind === "root_as_root" ? [ROOT] : [])];
}

async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout } = await execute(program, ["--version"]);
    return /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST.major || minor >= OLDEST.minor;
}

function none(why: string, install: string): Sandbox {
  return { state: { kind: "none", why, install }, program: null };
}

/**
 * Allows user namespaces for bubblewrap alone: since 23.10, Ubuntu requires an AppArmor profile for
 * them.
 */
const ADD_PROFILE =
  String.raw`printf 'abi <abi/4.0>,\nprofile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }\n' | ` +
  "sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap";

/**
 * Messages of bubblewrap on a machine that forbids user namespaces, and the command that allows
 * them.
 */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [/uid map: Permission denied|Failed RTM_NEWADDR/, ADD_PROFILE],
  [/No permissions to create new namespace/, "sudo sysctl -w kernel.unprivileged_userns_clone=1"],
  [/max_\*_namespaces exceeded/, "sudo sysctl -w user.max_user_namespaces=15000"],
];

/** Returns one line that explains how to enable bubblewrap where it fails with `message`. */
export function namespaceFix(message: string): string {
  const known = FIXES.find(([pattern]) => pattern.test(message));
  return known === undefined
    ? "Allow user namespaces for bubblewrap on this machine"
    : `Allow user namespaces for bubblewrap: ${known[1]}`;
}
