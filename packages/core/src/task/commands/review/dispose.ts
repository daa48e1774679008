import { isCounted } from "../../../verdict/aggregate.ts";
import type { Disposition, Finding } from "../../../verdict/schema.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { HoldReason, Task } from "../../model/state.ts";
import { decideNow } from "../../review/decide-now.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireNotInvolved } from "../../step/involved.ts";
import { refuse, requirePerson, requireRound, wrongState } from "../../step/refuse.ts";

export function dispose(
  draft: Draft,
  { finding, as }: CommandOf<"dispose">,
  context: Context,
): Draft {
  const { task } = draft;
  if (task.phase.is === "open") return wrongState(task);
  const known =
    task.findings.find(({ id }) => id === finding) ??
    refuse("not_found", task, `${task.id} has no finding ${finding}.`);
  requireMayDispose(task, as.is, context);
  if (as.is === "open") requireSetAside(task, known);
  if (as.is === "disputed" || as.is === "open") requireKeepsApproval(task, known);
  const disposition: Disposition = as.is === "open" ? as : { ...as, by: context.actor.id };
  const disposed = record(draft, context, { type: "disposed", finding, disposition });
  if (task.phase.is === "reviewing")
    return decideNow(disposed, context, requireRound(disposed.task));
  const { phase } = task;
  const isAnswer = phase.is === "held" && phase.question === finding && as.is === "disputed";
  return isAnswer && !isClarified(task)
    ? answerClarification(disposed, phase.reasons, as.note, context)
    : disposed;
}

/** Allows authors and people to dispute a finding, and only people who did not work on it to dismiss or defer it. */
function requireMayDispose(task: Task, as: Disposition["is"], context: Context): void {
  const { actor } = context;
  if (as === "disputed") {
    if (!task.authors.includes(actor.id) && actor.kind !== "human")
      refuse("forbidden", task, `Only an author or a person may dispute a finding of ${task.id}.`);
    return;
  }
  requirePerson(task, context, "owner");
  requireNotInvolved(task, context, "owner");
}

/** Refuses to reopen a finding that was not dismissed, deferred or late. */
function requireSetAside(task: Task, { id, disposition }: Finding): void {
  if (!SET_ASIDE.has(disposition.is))
    refuse(
      "wrong_state",
      task,
      `${id} is ${disposition.is}; only a dismissed, deferred or late finding can be reopened`,
    );
}

const SET_ASIDE: ReadonlySet<Disposition["is"]> = new Set(["dismissed", "deferred", "late"]);

/** Refuses to reopen a finding after the approval. The merge would be refused and nothing would resolve it. */
function requireKeepsApproval(task: Task, finding: Finding): void {
  const isApproved = task.phase.is === "approved" || task.phase.is === "merging";
  if (isApproved && !isCounted(finding))
    refuse("wrong_state", task, `${finding.id} is ${finding.disposition.is}; ask for a redo`);
}

/**
 * Returns true if the round's question was answered. A second answer would let the author choose among verdicts.
 */
function isClarified({ checkup, round }: Task): boolean {
  return (checkup?.planned ?? round)?.clarified === true;
}

/** Asks the same members again on the same content. Their earlier verdicts no longer count. */
function answerClarification(
  draft: Draft,
  conflict: readonly HoldReason[],
  note: string,
  context: Context,
): Draft {
  const { checkup } = draft.task;
  const requirements = conflict.map(({ about }) => about).filter((about) => about !== null);
  const answered = record(draft, context, { type: "clarification_answered", requirements, note });
  return checkup === null
    ? emit(answered, { do: "ask", round: requireRound(draft.task).number, requirements })
    : emit(answered, { do: "ask_checkup", checkup: checkup.number, requirements });
}
