import { digestOf } from "../kernel/digest.ts";
import type { Plan } from "../plan/schema.ts";
import type { Effect } from "../policy/words.ts";
import { autoApproveObstacles } from "./auto-approve.ts";
import { gateOf, type Standing, standingFindings } from "./gate.ts";
import type { DecisionInput } from "./input.ts";
import { limitReasons } from "./limits.ts";
import type { Decision, Reason } from "./schema.ts";
import { judgeStage, lacksResult, passes, type StageContext, worst } from "./stage.ts";
import { isSponsor, seatOf, type Weighed, weigh } from "./trust.ts";

/** Incremented whenever the same inputs may give other bytes. Replay uses the version of the decision. */
export const DECIDER_VERSION = 3;

/**
 * Folds plan, verdicts and findings of a round into a decision.
 *
 * Pure and total; the order of verdicts does not matter. Silence is never consent.
 */
export function decide(input: DecisionInput): Decision {
  const { plan, policy, report } = input;
  const { weighed, reasons: distrust } = weigh(input, plan?.requirements ?? []);
  const reasons = [...distrust, ...unknownReasons(input)];
  const standing = standingFindings(report.findings, weighed, policy.gate.counts);
  const released = releaseReason(input);
  if (released !== null) return conclude(input, standing, only(released));
  if (plan === null) return conclude(input, standing, only(planReason("no_plan", "wait")));
  if (plan.requirements.length === 0)
    return conclude(input, standing, only(planReason("empty_plan", "escalate")));
  const found = judgePlan({ input, plan, weighed, standing }, reasons);
  return conclude(input, standing, withLimits(input, standing, found));
}

/** The intermediate result of a decision. */
type Outcome = {
  effect: Effect;
  stage: number | null;
  complete: boolean;
  outstanding: string[];
  /** True if a machine of the judged stage has no result or the content has no plan. There is no gate yet. */
  pending: boolean;
  reasons: Reason[];
};

/** Returns an outcome with one reason, without reading the plan. */
function only(reason: FinalReason): Outcome {
  const { effect } = reason;
  return {
    effect,
    stage: null,
    complete: false,
    outstanding: [],
    pending: effect === "wait",
    reasons: [reason],
  };
}

type Weighing = {
  input: DecisionInput;
  plan: Plan;
  weighed: readonly Weighed[];
  standing: Standing;
};

/** Evaluates the stages in order and stops at the first that does not pass. */
function judgePlan(weighing: Weighing, distrust: readonly Reason[]): Outcome {
  const context = stageContext(weighing);
  const stages = Map.groupBy(weighing.weighed, (item) => item.requirement.stage);
  const reasons = [...distrust];
  let last = 0;
  for (const [stage, items] of [...stages].sort(([a], [b]) => a - b)) {
    const result = judgeStage(items, context);
    reasons.push(...result.reasons);
    if (!passes(result.effect)) {
      return { ...result, stage, complete: false, pending: items.some(lacksResult), reasons };
    }
    last = stage;
  }
  reasons.push(
    ...sponsorReasons(weighing),
    ...standInReasons(weighing),
    ...emptinessReasons(weighing),
    ...skipReasons(weighing),
  );
  const effect = worst(reasons.map((reason) => reason.effect));
  const complete = passes(effect) && context.purpose === "gate";
  return { effect, stage: last, complete, outstanding: [], pending: false, reasons };
}

function stageContext(weighing: Weighing): StageContext {
  const { input, plan, standing } = weighing;
  const ids = new Set<string>();
  for (const { id } of standing.findings) ids.add(id);
  return {
    policy: input.policy,
    purpose: input.round.purpose,
    counts: standing.counts,
    standing: ids,
    autoApproves: plan.mode.mode === "auto" && obstacles(weighing).length === 0,
  };
}

function obstacles({ input, plan, weighed, standing }: Weighing): string[] {
  const { policy, task, round } = input;
  const checks = weighed.filter((item) => item.requirement.kind === "check");
  const passed = ({ given }: Weighed): boolean =>
    given.length > 0 && given.every((verdict) => verdict.opinion === "approved");
  return autoApproveObstacles({
    settings: policy.modes.autoApprove,
    mode: plan.mode,
    gate: gateOf(standing.counts),
    qualityPassed: checks.length > 0 && checks.every(passed),
    sandboxed: checks.every((item) => item.given.every((verdict) => verdict.sandboxed)),
    attempt: task.attempt,
    signal: round.signal,
  });
}

/** Flags an approval by the agent's sponsor, which is allowed for a developer alone. */
function sponsorReasons({ input, weighed }: Weighing): Reason[] {
  const people = weighed.filter((item) => item.requirement.human);
  return people.flatMap(({ requirement, given }) =>
    given
      .filter(({ opinion, by }) => opinion === "approved" && isSponsor(by, input.task))
      .map(({ by }) => ({
        table: "trust",
        row: "sponsor_approved",
        effect: null,
        requirement: requirement.id,
        inputs: { by },
      })),
  );
}

/** Reports addresses that the policy does not know, because they may belong to the approving person. */
function unknownReasons({ task: { unknownCommitters = [] } }: DecisionInput): Reason[] {
  if (unknownCommitters.length === 0) return [];
  const inputs = { addresses: [...unknownCommitters] };
  return [{ table: "trust", row: "unknown_committer", effect: null, requirement: null, inputs }];
}

/** Reports answers of substitutes, with the person whose seat each fills. */
function standInReasons({ input, weighed }: Weighing): Reason[] {
  if (input.round.turns.length === 0) return [];
  return weighed.flatMap(({ requirement, given }) =>
    given.flatMap(({ by }): Reason[] => {
      const seat = seatOf(by, requirement, input);
      if (seat === null || seat === by) return [];
      const inputs = { by, for: seat };
      return [
        { table: "trust", row: "stood_in", effect: null, requirement: requirement.id, inputs },
      ];
    }),
  );
}

/** Reports a plan whose reviews were all skipped or set aside, which is not a review. */
function emptinessReasons({ input, plan, weighed, standing }: Weighing): Reason[] {
  const answered = weighed.filter((item) => item.given.length > 0).length;
  if (answered === 0) return [planReason("zero_reviews", "escalate")];
  if (!plan.notes.includes("chain_empty") || input.round.purpose === "checkup") return [];
  if (plan.requirements.some((requirement) => requirement.layers.length > 0)) return [];
  const { onUnavailable } = input.policy;
  const gate = gateOf(standing.counts);
  const isOpen = gate === "pass" || gate === "pass_with_warnings";
  const effect = onUnavailable === "complete" && isOpen ? "flag" : "escalate";
  const inputs = { machines: answered, gate, onUnavailable };
  return [{ ...planReason("chain_empty", effect), inputs }];
}

/** Flags a skipped layer: it is not an approval and stays visible. */
function skipReasons({ plan, input }: Weighing): Reason[] {
  if (input.round.purpose === "checkup") return [];
  return plan.skipped.map(({ layer, reason }) => ({
    table: "plan",
    row: "layer_skipped",
    effect: null,
    requirement: null,
    inputs: { layer, reason },
  }));
}

function withLimits(input: DecisionInput, { findings }: Standing, found: Outcome): Outcome {
  const { effect, pending } = found;
  const added = [
    ...(input.round.purpose === "checkup"
      ? []
      : limitReasons(effect, input, { pending, standing: findings })),
    ...(effect === "clarify" && input.round.clarified ? [CLARIFIED_ALREADY] : []),
  ];
  if (added.length === 0) return found;
  return { ...found, effect: "escalate", reasons: [...found.reasons, ...added] };
}

const CLARIFIED_ALREADY: Reason = {
  table: "limits",
  row: "clarified_already",
  effect: "escalate",
  requirement: null,
  inputs: {},
};

/** A person who releases a hold may also send the task back or reject it. Limits do not apply to people. */
function releaseReason({ round }: DecisionInput): FinalReason | null {
  const acts = round.resolutions.map((resolution) => resolution.do);
  const base = { table: "release", requirement: null, inputs: {} } as const;
  if (acts.includes("reject")) return { ...base, row: "rejected", effect: "reject" };
  if (acts.includes("send_back")) return { ...base, row: "sent_back", effect: "rework" };
  return null;
}

/** A reason that decides on its own. */
type FinalReason = Reason & { effect: Effect };

function planReason(row: Reason["row"], effect: Effect): FinalReason {
  return { table: "plan", row, effect, requirement: null, inputs: {} };
}

/** Rows that stay visible on the task although they block nothing. */
const LOUD = new Set<Reason["row"]>([
  "auto_approved",
  "layer_skipped",
  "sponsor_approved",
  "stood_in",
  "unknown_committer",
  "waived",
]);

function conclude(input: DecisionInput, { counts }: Standing, found: Outcome): Decision {
  const flags = found.reasons
    .filter((reason) => reason.effect === "flag" || LOUD.has(reason.row))
    .map(({ row }) => (row === "chain_empty" ? "no_reviewer" : row));
  return {
    effect: found.effect,
    stage: found.stage,
    complete: found.complete,
    outstanding: found.outstanding,
    gate: found.pending ? "pending" : gateOf(counts),
    counts,
    flags: [...new Set<string>(flags)].sort(),
    reasons: found.reasons,
    policyDigest: input.policy.digest,
    inputsDigest: inputsDigest(input),
    deciderVersion: DECIDER_VERSION,
  };
}

/** Hashes the digests of the large parts, which were computed with the parts. */
function inputsDigest({ policy, plan, verdicts, report, task, round }: DecisionInput): string {
  return digestOf({
    policy: policy.digest,
    plan: plan?.digest ?? null,
    verdicts: verdicts.digest,
    report: report.digest,
    task,
    round,
  });
}
