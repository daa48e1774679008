import { decide } from "../../../decision/decide.ts";
import { durationMs } from "../../../policy/words.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { awaitedBase } from "../../review/base-task.ts";
import { decisionInput } from "../../review/decide-now.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

export function mergeStarted(
  draft: Draft,
  _command: CommandOf<"merge_started">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is === "done")
    return record(draft, context, { type: "noted", what: "already_closed" });
  if (task.phase.is !== "approved") return wrongState(task);
  if (context.policy.merge.strategy === "none")
    refuse(
      "wrong_state",
      task,
      `The policy of ${task.repo} does not merge tasks (merge.strategy is none)`,
    );
  if (context.holds.repo) refuse("on_hold", task, `Merges to ${task.repo} are on hold.`);
  if (task.grace !== null && context.nowMs < task.grace.untilMs)
    refuse("wrong_state", task, `The approval of ${task.id} can still be undone`);
  requireBaseMerged(task);
  requireStillApproved(task, context);
  const deadlineMs = context.nowMs + durationMs(context.policy.limits.machineDeadline);
  const started = record(draft, context, { type: "merge_started", deadlineMs });
  return started;
}

/** Refuses a merge, even an overridden one, before that of the base task. */
function requireBaseMerged(task: Task): void {
  const base = awaitedBase(task);
  if (base !== null) refuse("on_hold", task, `${task.id} is waiting for ${base}`, { base });
}

/** Checks the approval again in the transaction that starts the merge. */
function requireStillApproved(task: Task, { policy }: Context): void {
  const round = requireRound(task);
  if (round.overridden) return;
  if (round.plan?.policyDigest !== policy.digest)
    refuse("wrong_state", task, `The policy changed after ${task.id} was approved`);
  if (!decide(decisionInput(task, round, policy)).complete)
    refuse("wrong_state", task, `${task.id} is no longer approved`);
}
