import { setTimeout as sleep } from "node:timers/promises";
import {
  listMarked,
  listProcesses,
  type ProcessLine,
  type ProcessSource,
} from "@countersign/engine";

/** Finds all running processes that a command started. */
export type StartedProcesses = {
  /**
   * Lists the running processes, including the command; null if the system cannot list processes.
   */
  list(): Promise<ProcessLine[] | null>;
  /** Lists also processes that left the command's tree unseen, which takes longer. */
  listAll(): Promise<ProcessLine[] | null>;
};

export type TrackOptions = {
  root: number;
  /** The first process of the command's namespace, once it is known. */
  namespaceInit: () => number | null;
  /** A text in the environment of all processes of the command. */
  mark: string | null;
  source: ProcessSource | undefined;
};

/** Milliseconds that a process may take to start a program. */
const START_MS = 20;

/** `ps` prints whole seconds and may round them differently the next time. */
const SAME_START_MS = 2_000;

/**
 * Tracks the processes of a command: its descendants, its process group, and every process once
 * seen as one of these, by id and start time. A reused process id does not count.
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
      // A process that is starting a program has no environment for a moment.
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
