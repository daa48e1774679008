import type { StatedBy } from "../plan/schema.ts";
import { awaitedBase } from "./base-task.ts";
import { stillToCome } from "./carry-out.ts";
import { planCheckup, reportEvent } from "./checkup.ts";
import type { Command, CommandType } from "./commands.ts";
import type { Context } from "./context.ts";
import { deadline } from "./deadline.ts";
import { debtFiled, fileDebt } from "./debt.ts";
import { type Draft, emit, record, withCredential } from "./draft.ts";
import type { LogEntry } from "./events.ts";
import { createdTask } from "./fold.ts";
import { followBase } from "./follow-base.ts";
import { merged, mergeFailed, mergeStarted, reviewAgain, workUpdated } from "./merge.ts";
import { noResult } from "./no-result.ts";
import { cancelReviewer, retryReviewer } from "./one-reviewer.ts";
import { cancelTask, closedElsewhere, reopen, targetMoved, workMoved } from "./outside.ts";
import { approve, override, redo, reject, undo } from "./person.ts";
import { planRound } from "./plan-round.ts";
import { recordVerdict } from "./record-verdict.ts";
import { refuse, requireSystem, wrongState } from "./refuse.ts";
import { release } from "./release.ts";
import { requestReview } from "./request-review.ts";
import { reseat } from "./reseat.ts";
import { changeMode, dispose, policyChanged } from "./settings.ts";
import { onShown } from "./shown.ts";
import type { Task } from "./state.ts";
import { claim, leaseExpired, submit } from "./work.ts";

type Commands = { [Type in CommandType]: Extract<Command, { type: Type }> };
type TaskCommandType = Exclude<CommandType, "create">;
type CommandOf<Type extends TaskCommandType> = { [T in Type]: Commands[T] & { type: T } }[Type];
type Handlers = {
  [Type in TaskCommandType]: (draft: Draft, command: CommandOf<Type>, context: Context) => Draft;
};

/** One step: the next state, what goes into the log, and what the world must do once that is stored. */
export type Step = Draft;

/**
 * Applies one command to a task. The only thing that changes a task's state.
 *
 * Pure: time, identity and policy come with the context. A command that cannot be honoured throws
 * `CountersignError` and leaves no trace.
 */
export function transition<Type extends TaskCommandType>(
  task: Task,
  command: CommandOf<Type>,
  context: Context,
): Step {
  return HANDLERS[command.type]({ task, log: [], effects: [] }, command, context);
}

/** The first entry of a task's log. */
export function createTask(
  { type: _, location, origin, description, acceptance, ...fields }: Commands["create"],
  { actor, nowMs }: Context,
): Step {
  const created = {
    type: "created",
    ...fields,
    statedBy: statedBy(actor),
    ...(location !== undefined && { location: { author: actor.id, ...location } }),
    ...(origin !== undefined && { origin }),
    ...(description !== undefined && { description }),
    ...(acceptance !== undefined && { acceptance }),
  } as const;
  const event = withCredential(created, actor);
  const entry: LogEntry = { seq: 1, atMs: nowMs, by: actor.id, event };
  return { task: createdTask(event), log: [entry], effects: [] };
}

/** Whose word the type and the department of a new task are. */
function statedBy({ kind, planner }: Context["actor"]): StatedBy {
  if (kind === "human") return "person";
  return planner ? "planner" : "author";
}

const HANDLERS: Handlers = {
  claim,
  lease_expired: leaseExpired,
  submit,
  plan_round: planRound,
  plan_checkup: planCheckup,
  record_verdict: recordVerdict,
  no_result: noResult,
  approve: onShown(approve),
  redo: onShown(redo),
  reject: onShown(reject),
  override: onShown(override),
  release: onShown(release),
  undo: onShown(undo),
  retry_reviewer: onShown(retryReviewer),
  cancel_reviewer: onShown(cancelReviewer),
  request_review: onShown(requestReview),
  dispose: onShown(dispose),
  change_mode: onShown(changeMode),
  policy_changed: policyChanged,
  reseat,
  follow_base: followBase,
  target_moved: targetMoved,
  merge_started: mergeStarted,
  merged,
  work_updated: workUpdated,
  work_moved: workMoved,
  review_again: reviewAgain,
  merge_failed: mergeFailed,
  reopen: onShown(reopen),
  cancel: onShown(cancelTask),
  closed_elsewhere: closedElsewhere,
  report_event: reportEvent,
  deadline,
  close_grace: closeGrace,
  debt_filed: debtFiled,
};

/** The first outward effect of a person's decision starts: from now on it cannot be undone. */
function closeGrace(draft: Draft, _command: Commands["close_grace"], context: Context): Draft {
  const { task } = draft;
  requireSystem(task, context);
  const isLast = context.policy.merge.strategy === "none" && awaitedBase(task) === null;
  const done = task.phase.is === "approved" && isLast;
  if (task.grace === null && !done) return wrongState(task);
  if (task.grace !== null && context.nowMs < task.grace.untilMs)
    refuse("wrong_state", task, `The decision on ${task.id} may still be taken back`);
  if (done) return fileDebt(record(draft, context, { type: "completed" }));
  const closed = record(draft, context, { type: "grace_closed" });
  return emit(closed, ...stillToCome(closed.task, context));
}
