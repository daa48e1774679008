import type { ClonedMove, SignatureReading, TrustVersion } from "./evidence.ts";
import { signingKey } from "./judged-act.ts";
import type { ParsedProof } from "./parse-proof.ts";
import { type ProofProblem, problemIf } from "./problems.ts";
import { ACT_NAMESPACE, MOVE_NAMESPACE } from "./statement-bytes.ts";

/** Everything that the judge of the root reads. */
export type RootEvidence = {
  proof: ParsedProof;
  signatures: { move: SignatureReading; acts: readonly SignatureReading[] };
  clone: Pick<ClonedMove, "commit" | "tree" | "changes">;
  target: string;
  /** The trust file of the root commit itself. */
  trust: TrustVersion;
  /** The fingerprint that the verifier pinned. Null: none yet. */
  pinned: string | null;
};

/** Returns what a verifier pins: the root's move, and with it the first trust file and every file of the tree. */
export function rootFingerprint({ move }: Pick<ParsedProof, "move">): string {
  return `csr1${move.digest}`;
}

/** Judges the first move of a chain. It has no parent to be judged by, so the verifier pins it. */
export function judgeRoot(evidence: RootEvidence): ProofProblem[] {
  const { proof, pinned } = evidence;
  return [
    ...problemIf(pinned === null, "root_unknown"),
    ...problemIf(pinned !== null && pinned !== rootFingerprint(proof), "root_other"),
    ...claimProblems(evidence),
    ...engineProblems(evidence),
    ...ownerProblems(evidence),
  ];
}

function claimProblems({ proof, clone, trust, target }: RootEvidence): ProofProblem[] {
  const { predicate, subject } = proof.move.statement;
  const isFirst = predicate.number === 1 && predicate.previous === null;
  const isTrust = predicate.trust.sha256 === trust.sha256 && predicate.trust.number === 1;
  return [
    ...problemIf(!isFirst, "move_number"),
    ...problemIf(predicate.how !== "trust" || predicate.round !== null, "move_shape"),
    ...problemIf(subject[0].name !== target, "move_target"),
    ...problemIf(predicate.repository !== trust.file.repository, "move_repository"),
    ...problemIf(subject[0].digest.gitCommit !== clone.commit, "commit_other"),
    ...problemIf(subject[0].digest.gitTree !== clone.tree, "tree_other"),
    ...problemIf(predicate.changes !== clone.changes, "changes_other"),
    ...problemIf(!isTrust || trust.file.number !== 1, "trust_other"),
  ];
}

function engineProblems({ signatures: { move }, trust }: RootEvidence): ProofProblem[] {
  if (!move.ok) return [{ code: "move_signature" }];
  return [
    ...problemIf(move.namespace !== MOVE_NAMESPACE, "move_namespace"),
    ...problemIf(!Object.values(trust.file.engines).includes(move.key), "move_key"),
  ];
}

/** Every owner signs the root, and with it the digest of every file. */
function ownerProblems({ proof, signatures, clone, trust }: RootEvidence): ProofProblem[] {
  const named = proof.move.statement.predicate.acts.map(({ sha256 }) => sha256);
  const signers = proof.acts.flatMap(({ digest, statement: { predicate, subject } }, at) => {
    const signature = signatures.acts[at];
    const isRoot =
      predicate.act === "root" &&
      predicate.files === clone.changes &&
      predicate.repository === trust.file.repository &&
      predicate.trust.sha256 === trust.sha256 &&
      subject[0].digest.gitTree === clone.tree;
    if (!isRoot || !signature?.ok || signature.namespace !== ACT_NAMESPACE) return [];
    const isOwn = signingKey(predicate.by, signature, trust.file) !== null;
    return isOwn && named.includes(digest) ? [predicate.by] : [];
  });
  return trust.file.owners
    .filter((owner) => !signers.includes(owner))
    .map((about): ProofProblem => ({ code: "root_unsigned", about }));
}
