import type { Facts } from "../content/schema.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { expectedPlan } from "../plan/compile/compile-plan.ts";
import type { Assignment } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import { MODES } from "../policy/words.ts";
import type { ProofProblem } from "./problems.ts";
import type { PlanInputs, ProofInputs } from "./schema-inputs.ts";

/**
 * Compiles the plan from the policy and the clone again. The plan of the proof must be at least as strict.
 *
 * It compiles twice: with everything that the engine says people stated, and with signed statements only. What only
 * the second plan requires was left out on the engine's word. A list of dropped requirements excuses nothing, because
 * no person signs it.
 */
export function planProblems(inputs: ProofInputs, policy: Policy, facts: Facts): ProofProblem[] {
  const { plan, compiled } = inputs;
  const compile = (assignment: Assignment): ExpectedPlan =>
    expectedPlan({
      facts,
      policy,
      roster: compiled.roster,
      assignment,
      gaps: [],
      requested: plan.requested,
      engineRun: plan.engineRun,
    });
  const contradicted = missingParts(compile(compiled.assignment), plan);
  const signed = signedAssignment(compiled.assignment);
  const isSigned = canonicalJson(signed) === canonicalJson(compiled.assignment);
  const told = isSigned ? contradicted : missingParts(compile(signed), plan);
  return [
    ...contradicted.map((about): ProofProblem => ({ code: "requirement_missing", about })),
    ...told
      .filter((part) => !contradicted.includes(part))
      .map((about): ProofProblem => ({ code: "loosening_told", about })),
  ];
}

/** Returns the requirements, the mode and the notes of the expected plan that the plan of a proof falls short of. */
function missingParts(expected: ExpectedPlan, { requirements, mode, notes }: PlanInputs): string[] {
  const planned = new Set(requirements.map(({ digest }) => digest));
  const isLooser = MODES.indexOf(mode.mode) > MODES.indexOf(expected.mode.mode);
  const mayNotApprove = mode.mayAutoApprove && !expected.mode.mayAutoApprove;
  return [
    ...expected.requirements.filter(({ digest }) => !planned.has(digest)).map(({ id }) => id),
    ...(isLooser || mayNotApprove ? ["mode"] : []),
    ...expected.notes.filter((note) => note === "chain_empty" && !notes.includes(note)),
  ];
}

type ExpectedPlan = ReturnType<typeof expectedPlan>;

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
