import {
  canonicalJson,
  type DigestedLine,
  digestOf,
  type MoveStatement,
  moveLine,
  TRUST_FILE,
  type TrustVersion,
  writeProofText,
} from "@countersign/core";
import { type PolicyBlob, readPolicyAt } from "../policy/read-policy-at.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { MoveSigner } from "../ports/move-signer.ts";
import type { ChainEnd, PreparedProof } from "../store/proofs/proof-chain.ts";
import type { StoredAct } from "../store/proofs/stored-acts.ts";

/** How the engine signs the moves of its targets. */
export type ProofOptions = {
  signer: MoveSigner;
  /** The version of the program, which names the rules that resolve policies. */
  release: string;
};

export type ProofDeps = ProofOptions & { mirror: Mirror };

type MovePredicate = MoveStatement["predicate"];

/** An act with the digest of its line. */
type ProvenActLine = StoredAct & { digest: string };

/** A move of the target to prove. */
export type MoveToProve = {
  how: MovePredicate["how"];
  repo: string;
  target: string;
  /** Where the target was before. Null for the root. */
  parent: string | null;
  commit: string;
  tree: string;
  /** The digest of the policy in force. */
  policy: string;
  /** The trust file of the parent; for the root, the first one. */
  trust: TrustVersion;
  acts: readonly ProvenActLine[];
  /** Null for a move without a review. */
  round: NonNullable<MovePredicate["round"]> | null;
  inputs: DigestedLine | null;
  log: { seq: number; head: string } | null;
  atMs: number;
};

/** Number of proofs in a segment. */
const SEGMENT = 4_096;

/** Returns the segment of a proof, counted from 0. */
export function segmentOf(number: number): number {
  return Math.floor((number - 1) / SEGMENT);
}

/** Writes the objects of the next proof of a chain into the mirror. The same move gives the same proof. */
export async function composeProof(
  deps: ProofDeps,
  end: ChainEnd | null,
  move: MoveToProve,
): Promise<PreparedProof> {
  const { mirror, signer, release } = deps;
  const { repo, parent, commit, tree, trust, acts, inputs, target } = move;
  const number = (end?.number ?? 0) + 1;
  const [{ files }, changes] = await Promise.all([
    readPolicyAt(mirror, repo, parent ?? commit),
    mirror.digestChanges(repo, { from: parent, to: commit }),
  ]);
  const recorded = acts.map(({ digest, recordedMs }) => ({
    sha256: digest,
    recorded: statementTime(recordedMs),
  }));
  const predicate: MovePredicate = {
    ...{ how: move.how, number, previous: end?.move ?? null, parent, changes: changes.sha256 },
    repository: trust.file.repository,
    round: move.round,
    policy: { sha256: move.policy, files: [...files], release },
    trust: { number: trust.file.number, sha256: trust.sha256 },
    acts: recorded,
    log: move.log && { ...move.log, seal: null, path: [] },
    program: `countersign ${release}`,
    at: statementTime(Math.max(move.atMs, ...acts.map(({ recordedMs }) => recordedMs))),
  };
  const line = moveLine(predicate, { target, commit, tree });
  const sshsig = await signer.sign(line.line);
  const next = { number, move: line.digest, commit, trust: trust.sha256, policy: digestOf(files) };
  const isNewSegment = end === null || segmentOf(end.number) !== segmentOf(number);
  const copied = new Map([
    ["proof.jsonl", writeProofText({ line: line.line, sshsig }, acts, inputs?.line ?? null)],
    ...(await copies(deps, move, { files, next, end: isNewSegment ? null : end })),
  ]);
  const object = await mirror.writeProof(repo, {
    previous: isNewSegment ? null : end.object,
    subject: commit,
    atSeconds: Date.parse(predicate.at) / 1_000,
    files: copied,
  });
  return {
    ...{ ...next, object, how: move.how },
    previous: end?.move ?? null,
    acts: acts.map(({ nonce }) => nonce),
  };
}

type CopyContext = {
  files: readonly PolicyBlob[];
  end: ChainEnd | null;
  next: Pick<ChainEnd, "trust" | "policy">;
};

/** Returns the files with which a shallow clone judges a move: those that differ from the preceding proof's. */
async function copies(
  { mirror }: ProofDeps,
  { how, repo, parent, commit, trust }: MoveToProve,
  { files, end, next }: CopyContext,
): Promise<[string, string][]> {
  const read = async (revision: string, path: string): Promise<string> => {
    const found = await mirror.readFile(repo, revision, path, MAX_BYTES);
    return Buffer.from(found?.bytes ?? []).toString("utf8");
  };
  const at = parent ?? commit;
  const copied: [string, string][] = [];
  if (end?.policy !== next.policy) {
    const texts = [];
    for (const file of files) texts.push({ ...file, text: await read(at, file.path) });
    copied.push(["policy.json", canonicalJson({ files: texts })]);
  }
  if (end?.trust !== trust.sha256) copied.push(["trust.json", await read(at, TRUST_FILE)]);
  if (how === "trust" && parent !== null)
    copied.push(["next-trust.json", await read(commit, TRUST_FILE)]);
  return copied;
}

const MAX_BYTES = 4_000_000;

/** Returns a time as statements name it: a second in UTC. */
function statementTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
