import { setTimeout as sleep } from "node:timers/promises";
import {
  listMarked,
  listProcesses,
  type ProcessLine,
  type ProcessSource,
} from "@countersign/engine";

/** Everything that a command started, found again as long as it runs. */
export type StartedProcesses = {
  /** What runs now, the command itself among it; null where the system does not list processes. */
  list(): Promise<ProcessLine[] | null>;
  /** The same, and what left the command's tree before anyone looked, which takes longer to find. */
  listAll(): Promise<ProcessLine[] | null>;
};

export type TrackOptions = {
  root: number;
  /** The first process of the command's namespace, once it is known. */
  namespaceInit: () => number | null;
  /** A text in the environment of everything that the command starts. */
  mark: string | null;
  source: ProcessSource | undefined;
};

/** How long a process may take to start a program. */
const START_MS = 20;

/** `ps` prints whole seconds and may round them differently the next time. */
const SAME_START_MS = 2_000;

/**
 * Follows what a command starts: its descendants, its process group, and every process that was once seen as
 * one of these, by number and start time. A process of another program that got a used number is never one.
 */
export function trackProcesses(options: TrackOptions): StartedProcesses {
  const { root, namespaceInit, mark, source } = options;
  const seen = new Map<number, number>();

  const isOther = ({ pid, startMs }: ProcessLine): boolean =>
    Math.abs((seen.get(pid) ?? startMs) - startMs) >= SAME_START_MS;

  async function find(marked: readonly number[]): Promise<ProcessLine[] | null> {
    const lines = await listProcesses(source);
    if (lines === null) return null;
    const known = new Set([root, namespaceInit() ?? root, ...seen.keys(), ...marked]);
    const hasGroup = !lines.some((line) => line.pid === root && isOther(line));
    const first = lines.filter(
      (line) => !isOther(line) && (known.has(line.pid) || (hasGroup && line.group === root)),
    );
    const found = withDescendants(first, lines);
    for (const { pid, startMs } of found) seen.set(pid, seen.get(pid) ?? startMs);
    return found;
  }

  return {
    list: () => find([]),
    async listAll() {
      if (mark === null) return await find([]);
      const found = await find(await listMarked(mark, source));
      if (found?.length !== 0) return found;
      // A process that starts a program has no environment for a moment.
      await sleep(START_MS);
      return await find(await listMarked(mark, source));
    },
  };
}

function withDescendants(
  first: readonly ProcessLine[],
  lines: readonly ProcessLine[],
): ProcessLine[] {
  const children = Map.groupBy(lines, ({ parent }) => parent);
  const found = new Map(first.map((line) => [line.pid, line]));
  const open = [...first];
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    for (const child of children.get(line.pid) ?? []) {
      if (found.has(child.pid)) continue;
      found.set(child.pid, child);
      open.push(child);
    }
  }
  return [...found.values()];
}
