import { distrusted } from "../../../decision/trust.ts";
import { mergeFindings } from "../../../verdict/merge-findings.ts";
import type { Verdict } from "../../../verdict/schema.ts";
import { sealVerdict } from "../../../verdict/seal-verdict.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { recordCheckupVerdict } from "../../review/checkup.ts";
import { decideNow, decisionInput } from "../../review/decide-now.ts";
import { escalate } from "../../review/hold.ts";
import { settleUnanswered } from "../../review/unanswered.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, requireRound, wrongState } from "../../step/refuse.ts";

/** Records a reviewer's answer. An answer that may not count is kept as evidence and changes nothing. */
export function recordVerdict(
  draft: Draft,
  command: CommandOf<"record_verdict">,
  context: Context,
): Draft {
  const { task } = draft;
  if (task.phase.is === "open") return wrongState(task);
  if (isKnown(task, command.id))
    return record(draft, context, { type: "noted", what: "already_recorded" });
  requireReason(task, command);
  const verdict = verdictOf(command, context);
  if (command.of === "checkup") {
    const found = command.findings.map(({ raw }) => raw);
    return recordCheckupVerdict(draft, verdict, found, context);
  }
  const why = notCounted(task, verdict, context);
  if (why !== null) return record(draft, context, { type: "evidence_recorded", verdict, why });
  const recorded = withFindings(draft, command, verdict, context);
  if (task.phase.is !== "approved" && task.phase.is !== "merging") {
    const settled = settleUnanswered(recorded, context);
    return settled.task.phase.is === "held" && task.phase.is !== "held"
      ? settled
      : decideNow(settled, context, requireRound(settled.task));
  }
  return escalate(recorded, [{ code: "late_blocker", about: verdict.id }], context, null);
}

/** Requires a reason for an objection. Otherwise the author could only guess what to change. */
function requireReason(task: Task, command: CommandOf<"record_verdict">): void {
  const { opinion, summary, findings } = command;
  const isObjection = opinion === "concerns" || opinion === "blocker";
  if (isObjection && summary.trim() === "" && findings.length === 0)
    refuse(
      "invalid_input",
      task,
      `A verdict of ${opinion} needs a reason: a summary or a finding.`,
    );
}

/** Returns true if the verdict is already recorded. Repeating it changes nothing. */
function isKnown({ round, checkup }: Task, id: string): boolean {
  const counted = [...(round?.verdicts.items ?? []), ...(checkup?.planned?.verdicts.items ?? [])];
  return counted.some((verdict) => verdict.id === id);
}

/** Returns why a verdict is only evidence. Null if it counts. */
function notCounted(task: Task, verdict: Verdict, context: Context): string | null {
  const { round } = task;
  const requirement = round?.plan?.requirements.find(
    (candidate) => candidate.id === verdict.requirement,
  );
  if (round === null || requirement === undefined) return "no such requirement";
  const distrust = distrusted(verdict, requirement, decisionInput(task, round, context.policy));
  if (distrust !== null) return distrust;
  if (requirement.stage > (round.decision?.stage ?? 0)) return "its stage has not begun";
  return countsIn(task, verdict.opinion) ? null : `the task is ${task.phase.is}`;
}

/** In review every opinion counts. After the approval only a blocker counts. */
function countsIn({ phase }: Task, opinion: Verdict["opinion"]): boolean {
  if (phase.is === "approved" || phase.is === "merging") return opinion === "blocker";
  return (
    phase.is === "reviewing" ||
    (phase.is === "held" && phase.kind === "clarify" && phase.resume === null)
  );
}

/** Adds the findings to the task's. The verdict then refers to them by id. */
function withFindings(
  draft: Draft,
  command: CommandOf<"record_verdict">,
  verdict: Verdict,
  context: Context,
): Draft {
  const { changed, accepted, merged, late } = mergeFindings({
    ledger: draft.task.findings,
    incoming: command.findings,
    round: command.number,
    by: verdict.by,
    policy: context.policy,
    nowMs: context.nowMs,
    nextNumber: draft.task.findings.length + 1,
    dismissals: context.dismissals,
  });
  const findings = [...accepted, ...merged, ...late];
  const noted =
    changed.length > 0
      ? record(draft, context, { type: "findings_changed", findings: changed })
      : draft;
  return record(noted, context, {
    type: "verdict_recorded",
    verdict: sealVerdict({ ...verdict, findings }),
  });
}

function verdictOf(command: CommandOf<"record_verdict">, { actor }: Context): Verdict {
  return sealVerdict({
    id: command.id,
    requirement: command.requirement,
    by: actor.id,
    byKind: actor.kind,
    round: command.number,
    tree: command.tree,
    opinion: opinionOf(command),
    summary: command.summary,
    findings: [],
    costUsd: command.costUsd,
    sandboxed: command.sandboxed,
    ...(command.claimedCostUsd === undefined ? {} : { claimedCostUsd: command.claimedCostUsd }),
    ...(command.family === undefined ? {} : { family: command.family }),
    ...(command.tokens === undefined ? {} : { tokens: command.tokens }),
    ...(command.notShownWhole === undefined ? {} : { notShownWhole: command.notShownWhole }),
    ...(actor.engineRun === undefined ? {} : { engineRun: actor.engineRun }),
  });
}

/** Turns an approval into an abstention if the reviewer did not see the whole change. */
function opinionOf({ opinion, notShownWhole }: CommandOf<"record_verdict">): Verdict["opinion"] {
  return notShownWhole !== undefined && opinion === "approved" ? "abstained" : opinion;
}
