import type { DecisionInput } from "../decision/input.ts";
import { digestText } from "../kernel/digest.ts";
import type { Because } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import type { Disposition } from "../verdict/schema.ts";
import type { FindingInput, PlanInputs, ProofInputs, VerdictInput } from "./schema-inputs.ts";

/**
 * Returns the input of `decide()` from a proof, with placeholders where the proof has no text.
 *
 * `decide()` reads no text, so the decision has the same bytes. `addresses` are those of the commits in the clone.
 * Returns null if an address is missing there.
 */
export function restoreInput(
  inputs: ProofInputs,
  policy: Policy,
  addresses: readonly string[],
): DecisionInput | null {
  const { plan, verdicts, report, task, round } = inputs;
  const known = new Map(addresses.map((address) => [digestText(address), address]));
  const unknownCommitters = task.unknownCommitters?.flatMap((digest) => known.get(digest) ?? []);
  if (unknownCommitters?.length !== task.unknownCommitters?.length) return null;
  return {
    policy,
    plan: restorePlan(plan),
    verdicts: { items: verdicts.items.map(restoreVerdict), digest: verdicts.digest },
    report: { ...report, findings: report.findings.map(restoreFinding) },
    task: { ...task, unknownCommitters },
    round,
  };
}

const NO_REASON: Because = { entry: "", fact: "" };

function restorePlan(plan: PlanInputs): NonNullable<DecisionInput["plan"]> {
  return {
    ...plan,
    classification: {
      domains: [],
      risk: 0,
      terms: [],
      type: "",
      typeBecause: NO_REASON,
      scope: "small",
      protectedPaths: [],
    },
    mode: { ...plan.mode, because: NO_REASON },
    chainBecause: NO_REASON,
    requirements: plan.requirements.map((question) => ({ ...question, because: [NO_REASON] })),
    skipped: plan.skipped.map((skip) => ({ ...skip, because: NO_REASON })),
    near: [],
    gaps: plan.gaps.map((gap) => ({ ...gap, concern: "", proposal: "" })),
  };
}

function restoreVerdict({ act: _act, notShownWhole, ...verdict }: VerdictInput) {
  return {
    ...verdict,
    summary: "",
    costUsd: 0,
    ...(notShownWhole === undefined ? {} : { notShownWhole: "not shown whole" }),
  };
}

function restoreFinding({ disposition, ...finding }: FindingInput) {
  return {
    ...finding,
    fingerprint: "",
    category: "",
    message: "",
    disposition: restoreDisposition(disposition),
  };
}

function restoreDisposition({ is, by = "" }: FindingInput["disposition"]): Disposition {
  switch (is) {
    case "dismissed":
      return { is, by, reason: "" };
    case "deferred":
      return { is, by, link: "" };
    case "disputed":
      return { is, by, note: "" };
    default:
      return { is };
  }
}
