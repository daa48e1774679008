import { sizeMinutes, type TaskView } from "@countersign/api";
import type { Slice } from "../patch/hunks.ts";
import { addReadLines, type ReadLines } from "./read-lines.ts";

/** Milliseconds that a screen, and each changed line on it, must be in sight to count as read. */
const MIN_SCREEN_MS = 1_500;
const MIN_LINE_MS = 250;

/** A slice of a changed line on the screen. Its text begins with the line's sign. */
export type VisibleSlice = {
  /** The line among all lines of the change. */
  readonly name: string;
  readonly key: string;
  readonly text: string;
  readonly slice: Slice;
};

export type ReadingState = {
  /** Since when each slice is in sight. */
  readonly visibleSinceMs: ReadonlyMap<string, number>;
  /** How far wrapped lines were seen, in characters from their beginning. */
  readonly seenTo: ReadonlyMap<string, number>;
  readonly read: ReadLines;
};

export const NOTHING_READ: ReadingState = {
  visibleSinceMs: new Map(),
  seenTo: new Map(),
  read: new Map(),
};

/** Marks lines as read whose every character was in sight long enough. */
export function noteReading<State extends ReadingState>(
  state: State,
  slices: readonly VisibleSlice[],
  nowMs: number,
): State {
  if (slices.length === 0)
    return state.visibleSinceMs.size === 0 ? state : { ...state, visibleSinceMs: new Map() };
  const visibleSinceMs = new Map(
    slices.map((one) => [sliceName(one), state.visibleSinceMs.get(sliceName(one)) ?? nowMs]),
  );
  const neededMs = Math.max(MIN_SCREEN_MS, visibleSinceMs.size * MIN_LINE_MS);
  const seenTo = new Map(state.seenTo);
  const read: VisibleSlice[] = [];
  for (const visible of slices) {
    const { name, text, slice } = visible;
    const sinceMs = visibleSinceMs.get(sliceName(visible)) ?? nowMs;
    const isNext = slice.from <= (seenTo.get(name) ?? 0);
    if (nowMs - sinceMs < neededMs || !isNext) continue;
    if (slice.to === text.length - 1) read.push(visible);
    else seenTo.set(name, slice.to);
  }
  return { ...state, visibleSinceMs, seenTo, read: addReadLines(state.read, read) };
}

function sliceName({ name, slice }: VisibleSlice): string {
  return `${slice.from} ${name}`;
}

/** Estimates the minutes that a person needs to read a change and its open findings. */
export function readingMinutes({ round, findings }: TaskView): number {
  const change = round?.change;
  if (change === null || change === undefined) return 0;
  const lines = change.linesAdded + change.linesDeleted;
  const open = findings.filter(({ disposition }) => disposition.is === "open").length;
  return sizeMinutes({ lines, files: change.files, findings: open });
}
