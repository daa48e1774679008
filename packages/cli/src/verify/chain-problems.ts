import { PROOF_PROBLEMS, type ProofProblem, type ProofProblemCode } from "@countersign/core";

/** What follows from an act that does not count, because its key was revoked later. */
const FOLLOWS_REVOCATION: ReadonlySet<ProofProblemCode> = new Set([
  "act_key_revoked",
  "move_key_revoked",
  "input_other",
  "decision_incomplete",
]);

const isContradiction = ({ code }: ProofProblem): boolean =>
  PROOF_PROBLEMS[code] === "contradicted";

/**
 * Returns true if the only contradictions of a move follow from a key that was revoked later. The moves after it do not
 * rely on it, unless it changed the trust file.
 */
export function isOnlyRevoked(problems: readonly ProofProblem[], isTrust: boolean): boolean {
  const found = problems.filter(isContradiction);
  const isRevoked = found.some(({ code }) => code.endsWith("_key_revoked"));
  return isRevoked && !isTrust && found.every(({ code }) => FOLLOWS_REVOCATION.has(code));
}

/**
 * Returns the problems of another move of the chain that matter to the verified commit. Whatever contradicts a move
 * contradicts the chain. What is merely missing there matters only to that move, except for the root.
 */
export function chainProblems(
  problems: readonly ProofProblem[],
  { number, isTrust }: { number: number; isTrust: boolean },
): ProofProblem[] {
  if (number === 1) return [...problems];
  if (isOnlyRevoked(problems, isTrust)) return [];
  return problems.filter(isContradiction);
}
