import { readdirSync, readFileSync } from "node:fs";
import { readPostmasterFile } from "../../../packages/engine/src/platform/postgres/postmaster-file.ts";
import { clusterDirectory } from "../../../packages/engine/src/platform/postgres/solo-cluster.ts";

/** The CPU time of a process, and of its children that have ended, in milliseconds. */
export type ProcessTimes = { parent: number; ownMs: number; childrenMs: number };

/** Milliseconds per clock tick on every Linux that Node supports. */
const TICK_MS = 10;

/** Parses a line of `/proc/<pid>/stat`. The name in parentheses may contain spaces and parentheses. */
export function parseProcessTimes(stat: string): ProcessTimes {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = (at: number) => Number(fields[at]) * TICK_MS;
  return {
    parent: Number(fields[1]),
    ownMs: ticks(11) + ticks(12),
    childrenMs: ticks(13) + ticks(14),
  };
}

/**
 * Sums the CPU time of a process and all its descendants. The time of a process that ends moves to its parent, so
 * the sum never decreases.
 */
export function sumFamily(processes: ReadonlyMap<number, ProcessTimes>, root: number): number {
  const { ownMs = 0, childrenMs = 0 } = processes.get(root) ?? {};
  const children = [...processes].filter(([, { parent }]) => parent === root);
  return children.reduce((sum, [pid]) => sum + sumFamily(processes, pid), ownMs + childrenMs);
}

/** Returns the CPU time of all processes of a server so far, or NaN on a system without `/proc`. */
export async function postgresCpuMs(directory: string): Promise<number> {
  const file = await readPostmasterFile(clusterDirectory(directory));
  const processes = listProcessTimes();
  return file !== null && processes.has(file.pid) ? sumFamily(processes, file.pid) : Number.NaN;
}

/** Returns the CPU time of all processes that this process has started so far. */
export function childrenCpuMs(): number {
  const processes = listProcessTimes();
  const own = processes.get(process.pid);
  return own === undefined ? Number.NaN : sumFamily(processes, process.pid) - own.ownMs;
}

function listProcessTimes(): Map<number, ProcessTimes> {
  const found = new Map<number, ProcessTimes>();
  for (const name of listNames()) {
    const times = /^\d+$/.test(name) ? readTimes(name) : null;
    if (times !== null) found.set(Number(name), times);
  }
  return found;
}

function listNames(): string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

/** Returns null for a process that has ended. */
function readTimes(name: string): ProcessTimes | null {
  try {
    return parseProcessTimes(readFileSync(`/proc/${name}/stat`, "utf8"));
  } catch {
    return null;
  }
}
