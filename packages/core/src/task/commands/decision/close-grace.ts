import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { fileDebt, stillToCome } from "../../review/approval.ts";
import { awaitedBase } from "../../review/base-task.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { refuse, requireSystem, wrongState } from "../../step/refuse.ts";

/** Ends the grace of a person's decision: its first outward effect starts, so it can no longer be undone. */
export function closeGrace(
  draft: Draft,
  _command: CommandOf<"close_grace">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  const isLast = context.policy.merge.strategy === "none" && awaitedBase(task) === null;
  const done = task.phase.is === "approved" && isLast;
  if (task.grace === null && !done) return wrongState(task);
  if (task.grace !== null && context.nowMs < task.grace.untilMs)
    refuse("wrong_state", task, `The decision on ${task.id} can still be undone`);
  if (done) return fileDebt(record(draft, context, { type: "completed" }));
  const closed = record(draft, context, { type: "grace_closed" });
  return emit(closed, ...stillToCome(closed.task, context));
}
