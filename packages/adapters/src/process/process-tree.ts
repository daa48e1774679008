import { readdir, readFile } from "node:fs/promises";

/** A process as the kernel lists it. */
export type ProcessLine = { pid: number; parent: number; name: string; residentBytes: number };

const PAGE_BYTES = 4_096;
const PID = /^[1-9][0-9]*$/;
const ENDED = new Set(["Z", "X"]);

// Places in the line after the name, which may itself contain spaces and brackets.
const STATE = 0;
const PARENT = 1;
const RESIDENT_PAGES = 21;

/** What a process started, and what that started; empty where the kernel does not list processes. */
export async function listDescendants(root: number): Promise<ProcessLine[]> {
  const children = new Map<number, ProcessLine[]>();
  for (const line of await listProcesses()) {
    const known = children.get(line.parent);
    if (known === undefined) children.set(line.parent, [line]);
    else known.push(line);
  }
  const found: ProcessLine[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const child of children.get(pid) ?? []) {
      found.push(child);
      open.push(child.pid);
    }
  }
  return found;
}

/** Processes with this text in the environment they were started with. */
export async function listMarked(mark: string): Promise<number[]> {
  const pids = await listPids();
  const marked = await Promise.all(
    pids.map(async (pid) => (await readSmall(`/proc/${pid}/environ`)).includes(mark)),
  );
  return pids.filter((_, index) => marked[index] === true);
}

/** A process that has ended and waits for its parent to notice is not running. */
export async function isRunning(pid: number): Promise<boolean> {
  return parseStat(pid, await readSmall(`/proc/${pid}/stat`)) !== null;
}

/** Ends a process; one that is gone already needs nothing. */
export function sendSignal(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone, or a process group without members.
  }
}

async function listProcesses(): Promise<ProcessLine[]> {
  const pids = await listPids();
  const lines = await Promise.all(
    pids.map(async (pid) => parseStat(pid, await readSmall(`/proc/${pid}/stat`))),
  );
  return lines.filter((line) => line !== null);
}

async function listPids(): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  return names.filter((name) => PID.test(name)).map(Number);
}

async function readSmall(path: string): Promise<string> {
  return await readFile(path, "latin1").catch(() => "");
}

function parseStat(pid: number, text: string): ProcessLine | null {
  const nameEnd = text.lastIndexOf(")");
  if (nameEnd === -1) return null;
  const fields = text.slice(nameEnd + 2).split(" ");
  if (ENDED.has(fields[STATE] ?? "Z")) return null;
  return {
    pid,
    parent: Number(fields[PARENT]),
    name: text.slice(text.indexOf("(") + 1, nameEnd),
    residentBytes: Number(fields[RESIDENT_PAGES]) * PAGE_BYTES,
  };
}
