import { DECIDER_VERSION, decide } from "../decision/decide.ts";
import type { Decision } from "../decision/schema.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { digestOf } from "../kernel/digest.ts";
import type { Policy } from "../policy/policy.ts";
import { countFindings } from "../verdict/aggregate.ts";
import { verdictsDigest } from "../verdict/seal-verdict.ts";
import { decisionDigest } from "./decision-digest.ts";
import type { MoveEvidence } from "./evidence.ts";
import { isAmong, type JudgedAct } from "./judged-act.ts";
import { type ProofProblem, problemIf } from "./problems.ts";
import { restoreInput } from "./restore-inputs.ts";
import type { ProofInputs } from "./schema-inputs.ts";
import type { MoveStatement } from "./schema-move.ts";

type ProvenRound = NonNullable<MoveStatement["predicate"]["round"]>;

/** Compares the inputs with what the move says about them. */
export function inputsProblems(round: ProvenRound, inputs: ProofInputs): ProofProblem[] {
  const { plan, verdicts, report, round: decided } = inputs;
  const isSameRound = decided.number === round.round && decided.tree === round.content.tree;
  const isConsistent =
    verdictsDigest(verdicts.items) === verdicts.digest &&
    canonicalJson(countFindings(report.findings)) === canonicalJson(report.counts);
  return [
    ...problemIf(!isSameRound || !isConsistent, "inputs_other"),
    ...problemIf(plan.digest !== round.plan, "plan_other"),
    ...plan.requirements
      .filter(({ stage: _stage, digest, ...question }) => digestOf(question) !== digest)
      .map(({ id }): ProofProblem => ({ code: "requirement_other", about: id })),
  ];
}

/** Decides again from the inputs. The decision must be the same, and must let the change pass. */
export function replayProblems(
  round: ProvenRound,
  inputs: ProofInputs,
  evidence: Pick<MoveEvidence, "policy" | "clone">,
  valid: ReadonlyMap<string, JudgedAct>,
): ProofProblem[] {
  const { policy, clone } = evidence;
  if (policy === null || round.decision.decider !== DECIDER_VERSION)
    return [{ code: "release_unknown" }];
  const input = restoreInput(inputs, policy, clone.addresses);
  if (input === null) return [{ code: "address_missing" }];
  const decision = decide(input);
  const isSame =
    decisionDigest(decision) === round.decision.sha256 &&
    decision.inputsDigest === round.decision.inputs;
  return [
    ...problemIf(inputs.plan.policyDigest !== policy.digest, "plan_other"),
    ...problemIf(!isSame, "decision_other"),
    ...problemIf(!letsThrough(decision, policy, valid), "decision_incomplete"),
  ];
}

/** A decision that is not complete needs the override of an owner. */
function letsThrough(
  decision: Decision,
  policy: Policy,
  valid: ReadonlyMap<string, JudgedAct>,
): boolean {
  if (decision.complete) return true;
  return [...valid.values()].some(
    ({ act }) => act.act === "override" && isAmong(act.by, policy.people.owner),
  );
}
