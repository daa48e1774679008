import type { Policy } from "../policy/policy.ts";
import { EFFECTS, type Effect } from "../policy/words.ts";
import type { Counts, Verdict } from "../verdict/schema.ts";
import { gateOf } from "./gate.ts";
import type { DecisionInput } from "./input.ts";
import { judge, names } from "./judge.ts";
import type { Reason, Row } from "./schema.ts";
import { isPartial, type Weighed } from "./trust.ts";

/** The context in which every stage of a round is judged. */
export type StageContext = {
  policy: Policy;
  purpose: DecisionInput["round"]["purpose"];
  counts: Counts;
  /** Ids of the findings that count against the change. */
  standing: ReadonlySet<string>;
  /** True if the mode is auto and nothing prevents an approval without a person. */
  autoApproves: boolean;
};

export type StageResult = { effect: Effect; reasons: Reason[]; outstanding: string[] };

/**
 * Judges one stage: each requirement by its table and, once nothing is outstanding, the gate. The worst effect
 * wins.
 */
export function judgeStage(weighed: readonly Weighed[], context: StageContext): StageResult {
  const outstanding: string[] = [];
  const fired = weighed.map((item) => {
    const reason = requirementReason(item, context);
    if (reason.row === "outstanding") outstanding.push(item.requirement.id);
    return reason;
  });
  const failFast = sendsBackEarly(context);
  if (outstanding.length === 0 || failFast) fired.push(gateReason(context));
  const reasons = context.purpose === "checkup" ? fired.map(withoutSendingBack) : fired;
  const settled = reasons.some(({ effect }) => effect === "rework")
    ? reasons.map(leftToAuthor)
    : reasons;
  const judged = failFast ? settled.filter(({ effect }) => effect !== "wait") : settled;
  return { effect: worst(judged.map(({ effect }) => effect)), reasons: settled, outstanding };
}

/** Returns the worst of several effects, in their declared order. Null means no effect. */
export function worst(effects: readonly (Effect | null)[]): Effect {
  return EFFECTS.findLast((effect) => effects.includes(effect)) ?? "advance";
}

/** Returns true if the effect opens the next stage. */
export function passes(effect: Effect): boolean {
  return effect === "advance" || effect === "flag";
}

/** Returns true if a machine's answer to the requirement is missing, so that the gate is not known yet. */
export function lacksResult({ requirement, whole, quorum, expected }: Weighed): boolean {
  return !requirement.human && (expected.length > 0 || whole.length < quorum);
}

function requirementReason(item: Weighed, context: StageContext): Reason {
  const { requirement, answers, given, whole, setAside, quorum, expected } = item;
  const fires = (row: Row, effect: Effect, inputs: Reason["inputs"]): Reason => ({
    table: "requirement",
    row,
    effect,
    requirement: requirement.id,
    inputs,
  });
  if (given.some(isBlocker)) {
    const blockers = given.filter(isBlocker);
    const verdicts = blockers.map((verdict) => verdict.id);
    return fires("blocker", "escalate", { by: names(blockers), verdicts });
  }
  const waitsForAll = !requirement.human && expected.length > 0;
  if (quorum === 0 && given.length === 0 && !waitsForAll)
    return fires("waived", "advance", { setAside: names(setAside) });
  if (requirement.satisfiedBy === "autoApprove" && context.autoApproves && answers.length === 0)
    return fires("auto_approved", "advance", { mode: "auto" });
  const inputs = { answers: whole.length, quorum };
  const isShort = whole.length < quorum;
  if (waitsForAll || (isShort && expected.length > 0))
    return fires("outstanding", "wait", { expected: [...expected], ...inputs });
  const partial = isShort ? answers.filter(isPartial) : [];
  if (partial.length > 0)
    return fires("not_shown_whole", notShownEffect(context), {
      by: names(partial),
      why: reasonsOf(partial),
    });
  if (isShort) return fires("quorum_unreachable", "escalate", inputs);
  return judge(item, context.policy.tables, context.standing);
}

/** A checkup approves nothing, so it needs no person. */
function notShownEffect({ purpose }: StageContext): Effect {
  return purpose === "checkup" ? "flag" : "escalate";
}

function reasonsOf(partial: readonly Verdict[]): string[] {
  return [...new Set(partial.map(({ notShownWhole = "" }) => notShownWhole))];
}

function isBlocker({ opinion }: Verdict): boolean {
  return opinion === "blocker";
}

/** Returns true if the policy sends work back for critical findings before the other reviewers answer. */
function sendsBackEarly({ policy, purpose, counts }: StageContext): boolean {
  return policy.gate.failFast && purpose === "gate" && counts.critical > 0;
}

/** Turns sending back into a note, for checkups of unfinished work. */
function withoutSendingBack(reason: Reason): Reason {
  return reason.effect === "rework" ? { ...reason, effect: "flag" } : reason;
}

/** Skips the question to the owner if the change goes back to its author anyway. */
function leftToAuthor(reason: Reason): Reason {
  return reason.row === "not_shown_whole" ? { ...reason, effect: null } : reason;
}

function gateReason({ policy, counts }: StageContext): Reason {
  const rows = policy.tables.severity;
  const base = { table: "severity", requirement: null, inputs: { ...counts } } as const;
  switch (gateOf(counts)) {
    case "fail":
      return { ...base, row: "severity_fail", effect: rows.fail };
    case "needs_fixes":
      return { ...base, row: "severity_needs_fixes", effect: rows.needsFixes };
    case "pass_with_warnings":
      return { ...base, row: "severity_warnings", effect: rows.warnings };
    case "pass":
      return { ...base, row: "severity_pass", effect: rows.pass };
  }
}
