import type { Resolution } from "../../../decision/resolution.ts";
import { NAMED_PERSON } from "../../../plan/compile/amend.ts";
import type { Policy } from "../../../policy/policy.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { HoldReason, Phase, Round, Task } from "../../model/state.ts";
import { approveContent } from "../../review/approval.ts";
import { askContent } from "../../review/ask.ts";
import { resume } from "../../review/checkup.ts";
import { decideNow } from "../../review/decide-now.ts";
import { openRound } from "../../review/open-round.ts";
import { recordPlan, renewedPlan } from "../../review/replan.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requireNotInvolved, worksOn } from "../../step/involved.ts";
import { refuse, requirePerson, requireRound, wrongState } from "../../step/refuse.ts";
import { requireCanAnswer, seatedNames, withNames } from "./named-reviewers.ts";

type Held = Extract<Phase, { is: "held" }>;

/** The resolutions that settle each reason of a hold. `send_back` and `reject` settle all of them at once. */
const SETTLES: Partial<Record<HoldReason["code"], readonly Resolution["do"][]>> = {
  blocker: ["set_aside"],
  late_blocker: ["set_aside"],
  panel_conflict: ["set_aside"],
  clarified_already: ["set_aside"],
  clarify_timeout: ["set_aside"],
  quorum_unreachable: ["name_reviewer", "retry"],
  not_shown_whole: ["name_reviewer"],
  no_result: ["name_reviewer", "retry"],
  limit_attempts: ["grant_attempts"],
  limit_stalled: ["grant_attempts"],
  limit_cost: ["raise_budget"],
  empty_plan: ["name_reviewer"],
  zero_reviews: ["name_reviewer"],
  chain_empty: ["name_reviewer"],
  merge_retries: ["retry"],
};

/** Releases a hold: a person whom the hold names resolves each of its reasons, then the round is decided again. */
export function release(
  draft: Draft,
  { offered, resolutions }: CommandOf<"release">,
  context: Context,
): Draft {
  const { task } = draft;
  const { phase } = task;
  if (phase.is !== "held") return wrongState(task);
  requirePerson(task, context, "owner");
  if (!phase.line.includes(context.actor.id))
    refuse("forbidden", task, `Only ${phase.line.join(", ")} may release ${task.id}.`);
  requireShownOffer(task, phase, offered);
  const end = endOf(resolutions);
  if (end === null) {
    if (mayOnlyEnd(task, resolutions, context)) requireNotInvolved(task, context, "owner");
    requireCanAnswer(task, resolutions, context);
    requireSettled(task, phase, resolutions, context);
  }
  const released = record(draft, context, {
    type: "released",
    resolutions: seatedNames(task, resolutions, context),
  });
  if (phase.offer !== null && end === null) return openRound(released, phase.offer, context);
  if (phase.resume !== null) return releaseWork(released, phase.resume, end, context);
  return decideReleased(released, resolutions, context);
}

/**
 * Limits an author to ending the task. A person whom four eyes exclude may still name another person or restart
 * machines, but sets no verdict aside.
 */
function mayOnlyEnd(
  { authors }: Task,
  resolutions: readonly Resolution[],
  { actor }: Context,
): boolean {
  const isAuthor = authors.includes(actor.id);
  return isAuthor || resolutions.some((resolution) => resolution.do === "set_aside");
}

/** Requires that a release names the work that was submitted while the task was held. */
function requireShownOffer(task: Task, { offer }: Held, offered: string | null): void {
  if ((offer?.content.tree ?? null) === offered) return;
  const message = `The work submitted for ${task.id} during the hold is not the work that was shown`;
  refuse("stale_content", task, message, {}, `Review it: countersign task show ${task.id}`);
}

/** Releases unfinished work that a checkup held: it continues or ends. */
function releaseWork(draft: Draft, work: Phase, end: End | null, context: Context): Draft {
  if (end === "reject") {
    return record(draft, context, { type: "rejected", reason: "rejected at release" });
  }
  return resume(record(draft, context, { type: "checkup_ended" }), work, context);
}

function decideReleased(draft: Draft, resolutions: readonly Resolution[], context: Context): Draft {
  const round = requireRound(draft.task);
  const onlyRetries = resolutions.every((resolution) => resolution.do === "retry");
  if (round.overridden && onlyRetries) return approveContent(draft, context, true);
  const replanned = replan(draft, round, resolutions, context);
  if (round.plan === null && endOf(resolutions) === null)
    return askContent(replanned, round, context);
  return decideNow(replanned, context, requireRound(replanned.task));
}

/** Plans again, because the policy may have changed during the hold, or a reviewer was named. */
function replan(
  draft: Draft,
  round: Round,
  resolutions: readonly Resolution[],
  context: Context,
): Draft {
  const isCurrent = round.plan?.policyDigest === context.policy.digest;
  const current = isCurrent ? round.plan : renewedPlan(draft.task, round, context);
  if (current === null) return draft;
  const plan = withNames(current, round, resolutions, context);
  return plan === round.plan ? draft : recordPlan(draft, round, plan, context);
}

/** Requires one resolution per reason, of a kind that settles it. */
function requireSettled(
  task: Task,
  { reasons }: Held,
  resolutions: readonly Resolution[],
  { policy }: Context,
): void {
  const settled =
    reasons.length === resolutions.length &&
    reasons.every((reason) =>
      resolutions.some((resolution) => settles(resolution, reason, task, policy)),
    ) &&
    resolutions.every((resolution) =>
      reasons.some((reason) => settles(resolution, reason, task, policy)),
    );
  if (!settled) {
    refuse(
      "invalid_input",
      task,
      `${task.id} needs exactly one resolution for each of these reasons: ${reasons.map((reason) => reason.code).join(", ")}.`,
    );
  }
}

type End = "send_back" | "reject";

/** Returns the resolution that ends the hold: sending back or rejecting, which must be the only one. */
function endOf(resolutions: readonly Resolution[]): End | null {
  const [only, ...others] = resolutions;
  if (others.length > 0) return null;
  return only?.do === "send_back" || only?.do === "reject" ? only.do : null;
}

function settles(
  resolution: Resolution,
  { code, about }: HoldReason,
  task: Task,
  policy: Policy,
): boolean {
  if (SETTLES[code]?.includes(resolution.do) !== true) return false;
  switch (resolution.do) {
    case "set_aside":
      return isAsideable(resolution.verdict, code, about, task);
    case "name_reviewer":
      return (
        resolution.requirement === (about ?? NAMED_PERSON) &&
        !worksOn(resolution.reviewer, task, policy)
      );
    default:
      return true;
  }
}

/** Returns true if a verdict can be set aside: a blocker itself, or any panel verdict of a conflict. */
function isAsideable(
  verdict: string,
  code: HoldReason["code"],
  about: string | null,
  task: Task,
): boolean {
  if (code === "blocker" || code === "late_blocker") return verdict === about;
  const asked = task.checkup?.planned ?? task.round;
  const given = asked?.verdicts.items.find((known) => known.id === verdict);
  const requirement = asked?.plan?.requirements.find(({ id }) => id === given?.requirement);
  return requirement?.table === "panel";
}
