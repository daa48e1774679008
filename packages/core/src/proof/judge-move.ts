import type { MoveEvidence } from "./evidence.ts";
import { judgeActs } from "./judge-acts.ts";
import { inputsProblems, replayProblems } from "./judge-inputs.ts";
import { peopleProblems } from "./judge-people.ts";
import { planProblems } from "./judge-plan.ts";
import { trustProblems } from "./judge-trust.ts";
import { isAmong, isRevoked, type JudgedAct } from "./judged-act.ts";
import { proofTrailer } from "./parse-proof.ts";
import { type ProofProblem, problemIf } from "./problems.ts";
import { MOVE_NAMESPACE } from "./statement-bytes.ts";

/**
 * Judges one move of the target by the trust file and the policy of its parent.
 *
 * Pure: signatures, git objects and the policy were read before. No problem means that the move is proved.
 */
export function judgeMove(evidence: MoveEvidence): ProofProblem[] {
  const { valid, problems } = judgeActs(evidence);
  return [
    ...linkProblems(evidence),
    ...engineProblems(evidence),
    ...contentProblems(evidence),
    ...contextProblems(evidence),
    ...problems,
    ...trustProblems(evidence, valid),
    ...reviewProblems(evidence, valid),
    ...requiredProblems(evidence, valid),
  ];
}

function linkProblems({ proof, chain, clone, trust }: MoveEvidence): ProofProblem[] {
  const { predicate, subject } = proof.move.statement;
  const isReviewed = predicate.how !== "accept" && predicate.how !== "trust";
  return [
    ...problemIf(predicate.number !== chain.number + 1, "move_number"),
    ...problemIf(predicate.previous !== chain.move, "move_previous"),
    ...problemIf(predicate.parent !== chain.commit, "move_parent"),
    ...problemIf(subject[0].name !== chain.target, "move_target"),
    ...problemIf(predicate.repository !== trust.file.repository, "move_repository"),
    ...problemIf(!clone.descends, "move_rewrites"),
    ...problemIf(isReviewed !== (predicate.round !== null), "move_shape"),
  ];
}

function engineProblems({ proof, signatures, trust, chain }: MoveEvidence): ProofProblem[] {
  const signature = signatures.move;
  if (!signature.ok) return [{ code: "move_signature" }];
  const isEngine = Object.values(trust.file.engines).includes(signature.key);
  const { number } = proof.move.statement.predicate;
  return [
    ...problemIf(signature.namespace !== MOVE_NAMESPACE, "move_namespace"),
    ...problemIf(!isEngine, "move_key"),
    ...problemIf(isRevoked(signature, number, chain.revoked), "move_key_revoked"),
  ];
}

function contentProblems({ proof, clone }: MoveEvidence): ProofProblem[] {
  const { predicate, subject } = proof.move.statement;
  const { how, changes, round } = predicate;
  const hasTrailer = how === "merge" || how === "squash";
  return [
    ...problemIf(subject[0].digest.gitCommit !== clone.commit, "commit_other"),
    ...problemIf(subject[0].digest.gitTree !== clone.tree, "tree_other"),
    ...problemIf(changes !== clone.changes, "changes_other"),
    ...problemIf(hasTrailer && clone.trailer !== proofTrailer(proof.acts), "trailer_other"),
    ...(round === null ? [] : bindingProblems(round, clone)),
  ];
}

type BoundRound = NonNullable<MoveEvidence["proof"]["move"]["statement"]["predicate"]["round"]>;

/** With the binding `changes`, the clone itself shows the approved changes, so it may lack the base. */
function bindingProblems(
  { binding, content }: BoundRound,
  clone: MoveEvidence["clone"],
): ProofProblem[] {
  if (binding === "changes") return problemIf(content.changes !== clone.changes, "binding_changes");
  const { contentChanges } = clone;
  return [
    ...problemIf(content.tree !== clone.tree, "binding_tree"),
    ...problemIf(contentChanges === null, "content_missing"),
    ...problemIf(contentChanges !== null && contentChanges !== content.changes, "content_other"),
  ];
}

function contextProblems({ proof, clone, trust, policy }: MoveEvidence): ProofProblem[] {
  const { predicate } = proof.move.statement;
  const listed = (files: MoveEvidence["clone"]["policyFiles"]) =>
    files
      .map(({ path, blob }) => `${blob} ${path}`)
      .toSorted()
      .join("\n");
  const isOtherTrust =
    predicate.trust.number !== trust.file.number || predicate.trust.sha256 !== trust.sha256;
  return [
    ...problemIf(policy !== null && policy.digest !== predicate.policy.sha256, "policy_other"),
    ...problemIf(listed(predicate.policy.files) !== listed(clone.policyFiles), "policy_files"),
    ...problemIf(isOtherTrust, "trust_other"),
  ];
}

function reviewProblems(
  evidence: MoveEvidence,
  valid: ReadonlyMap<string, JudgedAct>,
): ProofProblem[] {
  const { proof, policy, clone } = evidence;
  const { how, round } = proof.move.statement.predicate;
  if (how === "accept") return problemIf(!isAccepted(evidence, valid), "not_reviewed");
  if (round === null) return [];
  if (round.inputs !== (proof.inputs?.digest ?? null)) return [{ code: "inputs_other" }];
  if (proof.inputs === null) return [{ code: "inputs_withheld" }];
  const inputs = proof.inputs.value;
  return [
    ...inputsProblems(round, inputs),
    ...replayProblems(round, inputs, evidence, valid),
    ...peopleProblems(inputs, valid),
    ...(policy === null || clone.facts === null ? [] : planProblems(inputs, policy, clone.facts)),
    ...problemIf(clone.facts === null, "content_missing"),
  ];
}

/** Commits of others count as accepted if an owner signed exactly this step of the target. */
function isAccepted(
  { proof, policy, clone }: MoveEvidence,
  valid: ReadonlyMap<string, JudgedAct>,
): boolean {
  const { parent } = proof.move.statement.predicate;
  return [...valid.values()].some(
    ({ act }) =>
      act.act === "accept" &&
      act.from === parent &&
      act.to === clone.commit &&
      policy !== null &&
      isAmong(act.by, policy.people.owner),
  );
}

function requiredProblems(
  { required }: MoveEvidence,
  valid: ReadonlyMap<string, JudgedAct>,
): ProofProblem[] {
  const people = new Set([...valid.values()].map(({ act }) => act.by));
  return problemIf(people.size < required.people, "people_below_required");
}
