import type { MoveEvidence } from "./evidence.ts";
import { actProblems } from "./judge-act.ts";
import { type JudgedAct, toJudgedAct } from "./judged-act.ts";
import { type ProofProblem, problemIf } from "./problems.ts";

/** The acts of a move that count, and what is wrong with the others. */
export type ActsResult = { valid: ReadonlyMap<string, JudgedAct>; problems: ProofProblem[] };

/**
 * Judges every act that the move names, and refuses acts that it does not name.
 *
 * The move's own list is iterated, so that an act that was left out of the proof is noticed.
 */
export function judgeActs(evidence: MoveEvidence): ActsResult {
  const { proof, signatures } = evidence;
  const named = proof.move.statement.predicate.acts;
  const present = new Map(proof.acts.map((act, at) => [act.digest, { act, at }]));
  const valid = new Map<string, JudgedAct>();
  const problems = listProblems(evidence);
  for (const { sha256, recorded } of named) {
    const found = present.get(sha256);
    const signature = found && signatures.acts[found.at];
    if (found === undefined || signature === undefined) {
      problems.push({ code: "act_missing", about: sha256 });
      continue;
    }
    const judged = toJudgedAct(found.act, signature, recorded);
    const wrong = actProblems(judged, evidence);
    problems.push(...wrong);
    if (wrong.every(({ code }) => code === "level_below_required")) valid.set(sha256, judged);
  }
  return { valid, problems };
}

function listProblems({ proof }: MoveEvidence): ProofProblem[] {
  const named = proof.move.statement.predicate.acts.map(({ sha256 }) => sha256);
  const present = proof.acts.map(({ digest }) => digest);
  const unnamed = present.filter((digest) => !named.includes(digest));
  const repeated = [...repetitions(named), ...repetitions(present)];
  const isComplete = unnamed.length === 0 && repeated.length === 0;
  const inOrder = named.filter((digest) => present.includes(digest));
  return [
    ...unnamed.map((about): ProofProblem => ({ code: "act_unnamed", about })),
    ...[...new Set(repeated)].map((about): ProofProblem => ({ code: "act_repeated", about })),
    ...problemIf(isComplete && inOrder.join() !== present.join(), "act_order"),
  ];
}

function repetitions(digests: readonly string[]): string[] {
  return digests.filter((digest, at) => digests.indexOf(digest) !== at);
}
