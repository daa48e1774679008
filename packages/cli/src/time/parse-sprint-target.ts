import type { SprintTarget } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { parseDuration } from "../command/duration.ts";

/** Parses the target of a sprint: a number of tasks, a time, or none (until no task is ready). */
export function parseSprintTarget(
  { tasks, until }: { tasks?: number | undefined; until?: string | undefined },
  now: Date,
): SprintTarget {
  if (tasks !== undefined && until !== undefined)
    throw new CountersignError(
      "invalid_input",
      "--tasks and --until cannot be used together: a sprint has one target",
    );
  if (tasks !== undefined) return { is: "tasks", count: tasks };
  return until === undefined
    ? { is: "none_ready" }
    : { is: "until", untilMs: momentOf(until, now) };
}

/** `8h` from now, or the next time that it is `08:00` where the person is. */
function momentOf(word: string, now: Date): number {
  const ms = parseDuration(word);
  if (ms !== null) return now.getTime() + ms;
  const [, hours, minutes] = /^([01]?[0-9]|2[0-3]):([0-5][0-9])$/.exec(word) ?? [];
  if (hours === undefined || minutes === undefined)
    throw new CountersignError("invalid_input", `"${word}" is not a time`, {
      hint: "Use 8h or 08:00",
    });
  const at = new Date(now);
  at.setHours(Number(hours), Number(minutes), 0, 0);
  if (at <= now) at.setDate(at.getDate() + 1);
  return at.getTime();
}
