import type { SprintView } from "@countersign/api";
import { clockText, countText, durationText, SIGNS } from "@countersign/review";
import { findOpenSprint } from "../data/data.ts";
import type { Model } from "../model/model.ts";
import { row, type ScreenRow, span } from "../terminal/row.ts";

const BAR = ` ${SIGNS.bar} `;
const MINUTE_MS = 60_000;

/** Returns the sprint line of the status bar; null while no sprint runs. */
export function sprintBar({ data, nowMs }: Model): ScreenRow | null {
  const sprint = findOpenSprint(data);
  if (sprint === null) return null;
  const { worked, failed, tasks, paused } = sprint;
  const parts = [
    `${worked}/${tasks.length} tasks`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    sprintEndText(sprint, nowMs),
  ];
  return row(
    " ",
    span("SPRINT", "strong"),
    `${BAR}${parts.join(BAR)}`,
    ...(paused === null ? [] : [BAR, span("paused", "warn")]),
  );
}

/** Describes the end of a sprint: `Until 08:00 (6h 23m left)`. */
export function sprintEndText({ target }: SprintView, nowMs: number): string {
  if (target.is === "none_ready") return "Until no ready tasks";
  if (target.is === "tasks") return `Until ${countText(target.count, "task")}`;
  const left = Math.max(0, target.untilMs - nowMs);
  const whole = Math.ceil(left / MINUTE_MS) * MINUTE_MS;
  const text = whole < 60 * MINUTE_MS ? `${whole / MINUTE_MS}m` : durationText(whole);
  return `Until ${clockText(target.untilMs)} (${text} left)`;
}

/** Removes the time left, which changes every minute, for a screen reader. */
export function withoutTimeLeft(line: string): string {
  return line.replace(/ \([^)]* left\)/, "");
}
