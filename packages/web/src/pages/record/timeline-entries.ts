import type { LogLine, WhyView } from "@countersign/api";

/** One entry of a task's history. */
export type TimelineEntry = {
  readonly seq: number;
  readonly atMs: number;
  readonly by: string;
  readonly text: string;
  /** Milliseconds since the round was submitted; null before the first one. */
  readonly sinceRoundMs: number | null;
  /** The opinion of a verdict; null for other entries. */
  readonly opinion: string | null;
  /** Whether it only says that the engine still waits. */
  readonly isMinor: boolean;
};

/** What happened in one round; `round` is 0 before the first submission. */
export type TimelineRound = { readonly round: number; readonly entries: readonly TimelineEntry[] };

/** Arranges the history of a task by round, oldest first. A new submission begins a round. */
export function timelineRounds(
  log: readonly LogLine[],
  story: WhyView["story"],
): readonly TimelineRound[] {
  const texts = new Map(story.map(({ seq, text }) => [seq, text]));
  const rounds: { round: number; beganMs: number | null; entries: TimelineEntry[] }[] = [
    { round: 0, beganMs: null, entries: [] },
  ];
  for (const { seq, atMs, by, event } of log) {
    if (event.type === "submitted")
      rounds.push({ round: Number(event.round), beganMs: atMs, entries: [] });
    const text = texts.get(seq);
    const current = rounds.at(-1);
    if (text === undefined || current === undefined) continue;
    current.entries.push({
      ...{ seq, atMs, by, text },
      sinceRoundMs: current.beganMs === null ? null : atMs - current.beganMs,
      opinion: event.type === "verdict_recorded" ? readOpinion(event.verdict) : null,
      isMinor: event.type === "decided" && isWaiting(event.decision),
    });
  }
  return rounds.filter(({ entries }) => entries.length > 0);
}

function readOpinion(verdict: unknown): string | null {
  const opinion = readKey(verdict, "opinion");
  return typeof opinion === "string" ? opinion : null;
}

function isWaiting(decision: unknown): boolean {
  return readKey(decision, "effect") === "wait";
}

function readKey(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
