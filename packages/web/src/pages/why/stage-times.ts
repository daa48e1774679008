import type { LogLine } from "@countersign/api";
import { clockText, durationText } from "@countersign/review";

/** What ends a stage, as the log records it. */
const ENDS = {
  planned: "planned",
  answered: "verdict_recorded",
  decided: "decided",
} as const;

/**
 * Returns when each of the six stages of the last round ended, and how long after the submission. The engine
 * classifies, composes and finds gaps in one step. Empty texts stand for stages that have not ended.
 */
export function stageTimes(log: readonly LogLine[]): readonly string[] {
  const at = log.findLastIndex(({ event }) => event.type === "submitted");
  const submittedMs = log[at]?.atMs;
  if (submittedMs === undefined) return [];
  const round = log.slice(at);
  const timeOf = (word: keyof typeof ENDS): string => {
    const end = round.findLast(({ event }) => event.type === ENDS[word]);
    if (end === undefined) return "";
    return `${word} ${clockText(end.atMs)}, after ${durationText(end.atMs - submittedMs)}`;
  };
  const planned = timeOf("planned");
  return [
    `submitted ${clockText(submittedMs)}`,
    ...[planned, planned, planned],
    ...[timeOf("answered"), timeOf("decided")],
  ];
}
