import { verifySshsig } from "@countersign/adapters";
import {
  digestText,
  judgeMove,
  type MoveEvidence,
  type ProofProblem,
  parseProof,
  parseTrustFile,
  statementBytes,
} from "@countersign/core";
import { digestOfChanges } from "./append-move.ts";
import { type Lab, type LabProof, TARGET } from "./lab.ts";
import { policyAt } from "./lab-policy.ts";
import { factsBetween } from "./review.ts";

export type JudgedLabMove = { evidence: MoveEvidence; problems: ProofProblem[] };

/** Judges every move after the root from the proofs and the model of the repository, without git. */
export function judgeLab(lab: Lab): JudgedLabMove[] {
  const used = new Set<string>();
  return lab.proofs.flatMap((proof, at) => {
    const previous = lab.proofs[at - 1];
    if (previous === undefined) return [];
    const evidence = evidenceOf(lab, proof, previous, at);
    const problems = judgeMove({ ...evidence, chain: { ...evidence.chain, used: new Set(used) } });
    for (const { digest } of proof.acts) used.add(digest);
    return [{ evidence, problems }];
  });
}

function evidenceOf(lab: Lab, proof: LabProof, previous: LabProof, at: number): MoveEvidence {
  const parsed = parseProof(proof.text);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { move, acts } = parsed.proof;
  const before = lab.past[at - 1]?.files ?? new Map();
  const after = lab.past[at]?.files ?? new Map();
  const { round, how } = move.statement.predicate;
  const base = lab.past.find(({ commit }) => commit === round?.content.base)?.files;
  const isTree = round?.binding === "tree";
  const reading = ({ line, sshsig }: { line: string; sshsig: string }) =>
    verifySshsig(statementBytes(line), sshsig);
  const policy = policyAt(before);
  const message = lab.store.objects.get(proof.commit)?.bytes.toString() ?? "";
  const trust = trustVersion(proof.trust);
  return {
    proof: parsed.proof,
    signatures: { move: reading(move), acts: acts.map(reading) },
    clone: {
      commit: proof.commit,
      tree: lab.store.tree(after),
      descends: true,
      changes: digestOfChanges(before, after),
      contentChanges: base && isTree ? digestOfChanges(base, after) : null,
      trailer: /^Countersign-Proof: (\w+)$/m.exec(message)?.[1] ?? null,
      policyFiles: move.statement.predicate.policy.files,
      facts: round && factsBetween(round.content, before, after),
      addresses: [],
      nextTrust: how === "trust" ? trustVersion(proof.nextTrust ?? "") : trust,
    },
    chain: {
      ...{ target: TARGET, number: at, move: previous.digest, commit: previous.commit },
      used: new Set(),
      revoked: lab.trust.revoked,
      retractions: [],
    },
    trust,
    policy,
    policyLevel: "signed",
    required: { people: 0, level: "signed" },
  };
}

function trustVersion(text: string) {
  const file = parseTrustFile(text);
  if (file === null) throw new Error("the trust file is not valid");
  return { file, sha256: digestText(text) };
}
