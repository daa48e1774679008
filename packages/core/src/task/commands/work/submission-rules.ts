import { findingRef } from "../../../feedback/finding-text.ts";
import type { Finding } from "../../../verdict/schema.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Offer, Phase, Round, Task } from "../../model/state.ts";
import { refuse } from "../../step/refuse.ts";

/** Maximum number of findings in a refusal. */
const MAX_NAMED = 10;

type Work = Pick<Offer, "content" | "answers">;

/** Paths that changed since the last round. Undefined if unknown. */
type ChangedPaths = CommandOf<"submit">["changedPaths"];

/** Requires a note for every answer other than `fixed`. */
export function requireNotes(task: Task, { answers }: Pick<Work, "answers">): void {
  const bare = answers.find(({ status, note }) => status !== "fixed" && note.trim() === "");
  if (bare !== undefined)
    refuse("invalid_input", task, `${bare.finding} is ${bare.status}, which requires a note`);
}

/** Refuses a task without attempts left. A person may grant more. */
export function requireRoundsLeft(
  task: Task,
  { reasons, inTurn }: Extract<Phase, { is: "held" }>,
  { policy }: Context,
): void {
  if (!reasons.some(({ code }) => code === "limit_attempts")) return;
  const attempts = task.attemptLimit ?? policy.limits.attempts;
  refuse(
    "rounds_used",
    task,
    `${attempts} of ${attempts} rounds are used; ${task.id} was escalated to ${inTurn}`,
    { attempts, person: inTurn },
    `${inTurn} can grant more: countersign release ${task.id}`,
  );
}

/**
 * Requires an answer to every severe finding of the round that was sent back: a note, or a change of the file it
 * names. Checks run again, so any change answers findings that only checks raised.
 */
export function requireAnswers(
  task: Task,
  round: Round,
  work: Work,
  changedPaths: ChangedPaths,
): void {
  const isChanged = work.content.tree !== round.content.tree;
  const isAddressed = isChanged ? changeAddresses(round, changedPaths) : () => false;
  const answered = new Set(work.answers.map(({ finding }) => finding));
  const left = task.findings.filter(
    (finding) => isSevere(finding) && !answered.has(finding.id) && !isAddressed(finding),
  );
  if (left.length === 0) return;
  const named = left.slice(0, MAX_NAMED).map(findingRef).join(", ");
  const have = left.length === 1 ? "1 finding has" : `${left.length} findings have`;
  refuse(
    "unanswered_findings",
    task,
    `${have} no answer: ${named}`,
    { count: left.length, findings: named },
    "Change the files that they name, or answer each one: --answer F-1=fixed",
  );
}

function isSevere({ severity, disposition }: Finding): boolean {
  return disposition.is === "open" && (severity === "critical" || severity === "major");
}

/** Returns true if a change answers a finding without a note. */
function changeAddresses(
  { plan }: Round,
  changedPaths: ChangedPaths,
): (finding: Finding) => boolean {
  const requirements = plan?.requirements ?? [];
  const checks = new Set(
    requirements.filter(({ kind }) => kind === "check").flatMap(({ who }) => who),
  );
  return ({ file, raisedBy }) =>
    file === undefined ||
    changedPaths === undefined ||
    changedPaths.includes(file) ||
    raisedBy.every((id) => checks.has(id));
}

/** Returns true for the same work. The same tree on other content of a base task is another change. */
export function isSameWork(
  known: Pick<Offer, "content" | "baseTask">,
  { content, baseTask }: Pick<Offer, "content" | "baseTask">,
): boolean {
  if (known.content.tree !== content.tree) return false;
  const isStacked = known.baseTask !== undefined || baseTask !== undefined;
  return !isStacked || known.content.base === content.base;
}

/**
 * Returns true for a repeated submission: the same author submits the same tree with the same signal while the
 * first is reviewed, approved, merged or waits for a release. An answer to an open finding makes it new.
 */
export function isRepeatedSubmission(
  { phase, round, assignee, findings }: Task,
  { signal, answers, ...work }: Pick<Offer, "content" | "baseTask" | "signal" | "answers">,
  author: string,
): boolean {
  const isSame = (known: Pick<Offer, "content" | "baseTask" | "signal"> | null) =>
    known !== null && known.signal === signal && isSameWork(known, work);
  if (phase.is === "held") return phase.offer?.author === author && isSame(phase.offer);
  if (phase.is !== "reviewing" && phase.is !== "approved" && phase.is !== "merging") return false;
  const isNewAnswer = answers.some(({ finding }) =>
    findings.some(({ id, disposition }) => id === finding && disposition.is === "open"),
  );
  return assignee === author && isSame(round) && !isNewAnswer;
}
