const HOUR_MS = 3_600_000;
const MORNING_HOUR = 9;

/** The times until which a task can be snoozed, each with its text. */
export const SNOOZE_TIMES = [
  ["1h", "in an hour"],
  ["tomorrow", "tomorrow at 9:00"],
  ["change", "when it changes"],
] as const;
export type SnoozeChoice = (typeof SNOOZE_TIMES)[number][0];

/** Returns the end of a snooze; null means that the task returns when it changes. */
export function snoozeEndMs(name: SnoozeChoice, nowMs: number): number | null {
  if (name === "change") return null;
  if (name === "1h") return nowMs + HOUR_MS;
  const morning = new Date(nowMs);
  morning.setDate(morning.getDate() + 1);
  return morning.setHours(MORNING_HOUR, 0, 0, 0);
}
