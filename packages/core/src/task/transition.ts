import { approve } from "./commands/decision/approve.ts";
import { cancelTask } from "./commands/decision/cancel.ts";
import { closeGrace } from "./commands/decision/close-grace.ts";
import { override } from "./commands/decision/override.ts";
import { redo } from "./commands/decision/redo.ts";
import { reject } from "./commands/decision/reject.ts";
import { release } from "./commands/decision/release.ts";
import { reopen } from "./commands/decision/reopen.ts";
import { undo } from "./commands/decision/undo.ts";
import { closedElsewhere } from "./commands/merge/closed-elsewhere.ts";
import { debtFiled } from "./commands/merge/debt-filed.ts";
import { followBase } from "./commands/merge/follow-base.ts";
import { mergeFailed } from "./commands/merge/merge-failed.ts";
import { mergeStarted } from "./commands/merge/merge-started.ts";
import { merged } from "./commands/merge/merged.ts";
import { reviewAgain } from "./commands/merge/review-again.ts";
import { targetMoved } from "./commands/merge/target-moved.ts";
import { workUpdated } from "./commands/merge/work-updated.ts";
import { cancelReviewer } from "./commands/review/cancel-reviewer.ts";
import { changeMode } from "./commands/review/change-mode.ts";
import { deadline } from "./commands/review/deadline.ts";
import { dispose } from "./commands/review/dispose.ts";
import { noResult } from "./commands/review/no-result.ts";
import { planCheckup } from "./commands/review/plan-checkup.ts";
import { planRound } from "./commands/review/plan-round.ts";
import { policyChanged } from "./commands/review/policy-changed.ts";
import { recordVerdict } from "./commands/review/record-verdict.ts";
import { reportEvent } from "./commands/review/report-event.ts";
import { requestReview } from "./commands/review/request-review.ts";
import { reseat } from "./commands/review/reseat.ts";
import { retryReviewer } from "./commands/review/retry-reviewer.ts";
import { claim } from "./commands/work/claim.ts";
import { leaseExpired } from "./commands/work/lease-expired.ts";
import { submit } from "./commands/work/submit.ts";
import { workMoved } from "./commands/work/work-moved.ts";
import type { Command, CommandType } from "./model/commands.ts";
import type { Context } from "./model/context.ts";
import type { Task } from "./model/state.ts";
import type { Draft, Step } from "./step/draft.ts";
import { onShown } from "./step/shown.ts";

type Commands = { [Type in CommandType]: Extract<Command, { type: Type }> };

type TaskCommandType = Exclude<CommandType, "create">;

type CommandOf<Type extends TaskCommandType> = { [T in Type]: Commands[T] & { type: T } }[Type];

type Handlers = {
  [Type in TaskCommandType]: (draft: Draft, command: CommandOf<Type>, context: Context) => Draft;
};

/**
 * Applies one command to a task and returns its next state, log entries and effects.
 *
 * Pure: time, identity and policy are in the context. A refused command throws `CountersignError` and changes
 * nothing.
 */
export function transition<Type extends TaskCommandType>(
  task: Task,
  command: CommandOf<Type>,
  context: Context,
): Step {
  return HANDLERS[command.type]({ task, log: [], effects: [] }, command, context);
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
