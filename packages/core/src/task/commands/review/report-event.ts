import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { dueAt } from "../../review/checkup.ts";
import { type Draft, emit, record } from "../../step/draft.ts";

export function reportEvent(
  draft: Draft,
  { trigger, summary }: CommandOf<"report_event">,
  context: Context,
): Draft {
  const { task } = draft;
  const reported = record(draft, context, {
    type: "event_reported",
    trigger,
    by: context.actor.id,
    summary,
  });
  const unfinished = task.phase.is === "in_progress" || task.phase.is === "rework";
  if (!unfinished || task.checkup !== null || context.policy.triggers[trigger] === "off")
    return reported;
  const number = task.checkups + 1;
  const deadlineMs = dueAt(context);
  const started = record(reported, context, {
    type: "checkup_started",
    number,
    trigger,
    deadlineMs,
  });
  return emit(started, { do: "read_checkup", checkup: number });
}
