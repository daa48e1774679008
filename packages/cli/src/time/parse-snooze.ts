import { CountersignError } from "@countersign/core";
import { parseDuration } from "../command/duration.ts";
import { timeText } from "../output/words.ts";

export type SnoozeTime =
  | { is: "now"; verb: string; line: string }
  /** `untilMs` null: until the task changes. */
  | { is: "later"; verb: string; line: string; untilMs: number | null };

const MORNING = 9;
const SNOOZE_WORDS: readonly string[] = ["now", "change", "tomorrow"];

export function isSnoozeTime(word: string): boolean {
  return SNOOZE_WORDS.includes(word) || parseDuration(word) !== null;
}

/** Parses how long a task is snoozed: `2h`, `tomorrow` (9:00 local time), `change` or `now`. */
export function parseSnooze(word: string, now: Date): SnoozeTime {
  if (word === "now") return { is: "now", verb: "unsnooze", line: "" };
  const verb = "snooze";
  if (word === "change") return { is: "later", verb, line: " until it changes", untilMs: null };
  const untilMs = timeOf(word, now);
  return { is: "later", verb, line: ` until ${timeText(untilMs)} UTC`, untilMs };
}

function timeOf(word: string, now: Date): number {
  if (word === "tomorrow") {
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING).getTime();
  }
  const ms = parseDuration(word);
  if (ms !== null) return now.getTime() + ms;
  throw new CountersignError("invalid_input", `"${word}" is not a time`, {
    hint: "Use 2h or 3d, tomorrow, change or now",
  });
}
