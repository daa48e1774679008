import type { Facts } from "../content/schema.ts";
import { compilePlan } from "../plan/compile/compile-plan.ts";
import type { Assignment, Requirement } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import type { ProofProblem } from "./problems.ts";
import type { ProofInputs } from "./schema-inputs.ts";

/**
 * Compiles the plan from the policy and the clone again. Every requirement must be in the plan of the proof.
 *
 * It compiles twice: with everything that the engine says people stated, and with signed statements only. What only
 * the second plan requires was left out on the engine's word.
 */
export function planProblems(inputs: ProofInputs, policy: Policy, facts: Facts): ProofProblem[] {
  const { plan, compiled } = inputs;
  const planned = new Set(plan.requirements.map(({ digest }) => digest));
  const dropped = new Set(plan.dropped?.map(({ requirement }) => requirement));
  const missing = (assignment: Assignment): Requirement[] =>
    compilePlan({
      facts,
      policy,
      roster: compiled.roster,
      assignment,
      gaps: [],
      requested: plan.requested,
      engineRun: plan.engineRun,
    }).requirements.filter(({ digest, id }) => !planned.has(digest) && !dropped.has(id));
  const contradicted = missing(compiled.assignment).map(({ id }) => id);
  const told = missing(signedAssignment(compiled.assignment)).map(({ id }) => id);
  return [
    ...contradicted.map((about): ProofProblem => ({ code: "requirement_missing", about })),
    ...told
      .filter((id) => !contradicted.includes(id))
      .map((about): ProofProblem => ({ code: "loosening_told", about })),
  ];
}

type StatedAssignment = ProofInputs["compiled"]["assignment"];

/** Treats what no act states as the author's own statement, which can only add requirements. */
function signedAssignment(assignment: StatedAssignment): Assignment {
  return {
    ...assignment,
    statedBy: "author",
    labels: assignment.labels.map(({ name, act, by }) => ({
      name,
      by: act === undefined ? "author" : by,
    })),
    modeChoices: assignment.modeChoices.map(({ mode, act, by }) => ({
      mode,
      by: act === undefined ? "author" : by,
    })),
  };
}
