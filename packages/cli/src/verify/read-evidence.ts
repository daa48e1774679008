import { hash } from "node:crypto";
import {
  AlteredObject,
  type Clone,
  type FolderTexts,
  verifySshsigAside,
} from "@countersign/adapters";
import {
  type ClonedMove,
  CountersignError,
  type ParsedProof,
  type ProofProblem,
  parseProof,
  proofTrailer,
  type SignatureReading,
  statementBytes,
  type TrustVersion,
} from "@countersign/core";
import { readCloneEvidence } from "./clone-evidence.ts";
import { type ReadPolicy, readCopiedPolicy, readParentPolicy } from "./policy-at.ts";
import type { ChainProof } from "./proof-chain.ts";
import { readTrustAt, toTrustVersion } from "./trust-at.ts";

/** Everything that the clone says about one proof, before it is judged. */
export type ProofEvidence = {
  number: number;
  /** The commit that the proof is about. */
  commit: string;
  proof: ParsedProof;
  /** The checkpoint of the chain up to this move. Null: the proof has none. */
  checkpoint: string | null;
  signatures: { move: SignatureReading; acts: readonly SignatureReading[] };
  clone: ClonedMove;
  /** The trust file of the parent. Null if it is missing or not valid. */
  trust: TrustVersion | null;
  policy: ReadPolicy["policy"];
  knowsOwners: boolean;
  /** Checks that could not be made, and objects that were altered. */
  problems: readonly ProofProblem[];
};

/** A proof that says nothing, because it cannot be read. */
type UnreadableProof = { number: number; problems: readonly ProofProblem[] };

export type ReadProof = ProofEvidence | UnreadableProof;

export function isReadable(read: ReadProof): read is ProofEvidence {
  return "proof" in read;
}

/** Maximum size of a proof. */
const MAX_BYTES = 16 * 1024 * 1024;
const FILES = [
  "proof.jsonl",
  "trust.json",
  "policy.json",
  "next-trust.json",
  "checkpoint",
] as const;

/** Reads the files of several proofs together. */
export async function readProofFiles(
  clone: Pick<Clone, "readTexts">,
  proofs: readonly ChainProof[],
): Promise<ReadonlyMap<string, FolderTexts>> {
  const trees = proofs.map(({ tree }) => tree);
  return await clone.readTexts(trees, { names: FILES, maxBytes: MAX_BYTES });
}

/** The newest copies of the trust file and of the policy in the proofs up to one. */
export type Copies = { trust: string | null; policy: string | null };

export type EvidenceRequest = {
  target: string;
  proof: ChainProof;
  files: FolderTexts | undefined;
  copies: Copies;
};

/** Reads the evidence of one proof from the clone. Verifies signatures, but judges nothing. */
export async function readEvidence(clone: Clone, request: EvidenceRequest): Promise<ReadProof> {
  const { proof: entry, files } = request;
  const { number, proves } = entry;
  const text = files?.get("proof.jsonl")?.text ?? null;
  if (text === null) return unreadable(number, "the proof is missing or is not text");
  const parsed = parseProof(text, (line) => hash("sha256", line));
  if (!parsed.ok) return unreadable(number, parsed.reason);
  if (proves === null) return unreadable(number, "its commit names no commit");
  const { proof } = parsed;
  const read = (line: { line: string; sshsig: string }) =>
    verifySshsigAside(statementBytes(line.line), line.sshsig);
  const [part, move, acts] = await Promise.all([
    readClonePart(clone, request, proof, proves),
    read(proof.move),
    Promise.all(proof.acts.map(read)),
  ]);
  const own = { number, commit: proves, proof, checkpoint: checkpointIn(files) };
  return { ...own, signatures: { move, acts }, ...part };
}

async function readClonePart(
  clone: Clone,
  request: EvidenceRequest,
  proof: ParsedProof,
  commit: string,
): Promise<ClonePart> {
  try {
    return await readClone(clone, request, proof, commit);
  } catch (error) {
    const problem = readingProblem(error);
    if (problem === null) throw error;
    return { ...(await claimOnly(request, proof, commit)), problems: [problem] };
  }
}

/** A checkpoint that is no text counts as an empty one. */
function checkpointIn(files: FolderTexts | undefined): string | null {
  const found = files?.get("checkpoint");
  return found === undefined ? null : (found.text ?? "");
}

function unreadable(number: number, about: string): UnreadableProof {
  return { number, problems: [{ code: "proof_malformed", about }] };
}

/** An object that is missing leaves the proof unproved; one that was altered contradicts it. */
function readingProblem(error: unknown): ProofProblem | null {
  if (error instanceof AlteredObject) return { code: "object_altered", about: error.id };
  if (error instanceof CountersignError) return { code: "content_missing", about: error.message };
  return null;
}

type ClonePart = Pick<ProofEvidence, "clone" | "trust" | "policy" | "knowsOwners" | "problems">;

async function readClone(
  clone: Clone,
  request: EvidenceRequest,
  proof: ParsedProof,
  commit: string,
): Promise<ClonePart> {
  const { predicate } = proof.move.statement;
  const { parent, number } = predicate;
  if (number === 1) return await readRoot(clone, proof, commit);
  const hasCommit = (await clone.readCommit(commit)) !== null;
  const hasParent = parent !== null && (await clone.readCommit(parent)) !== null;
  if (!hasCommit || !hasParent) {
    const about = hasCommit ? "the commit before it" : "the commit";
    const claimed = await claimOnly(request, proof, commit);
    const known = hasCommit ? await knownParts(clone, claimed.clone, commit) : claimed.clone;
    return { ...claimed, clone: known, problems: [{ code: "content_missing", about }] };
  }
  const policy = await readParentPolicy(clone, parent);
  const { target } = request;
  const reading = await readCloneEvidence(clone, { commit, parent, predicate, target, policy });
  const trust = await readTrustAt(clone, parent);
  return { ...reading, trust, policy: policy.policy, problems: [] };
}

/** The root has no parent: every file counts as a change, and its own trust file judges it. */
async function readRoot(clone: Clone, proof: ParsedProof, commit: string): Promise<ClonePart> {
  const read = await clone.readCommit(commit);
  if (read === null) throw new CountersignError("not_found", "the commit");
  const trust = await readTrustAt(clone, commit);
  return {
    clone: {
      ...claimedMove(proof, commit),
      ...{ tree: read.tree, nextTrust: trust },
      changes: await clone.digestChanges(null, commit),
    },
    ...{ trust, policy: null, knowsOwners: true, problems: [] },
  };
}

/** What the proof itself contains, for a clone that lacks the commit or its parent. The result is unproved then. */
async function claimOnly(
  { copies, files }: EvidenceRequest,
  proof: ParsedProof,
  commit: string,
): Promise<Omit<ClonePart, "problems">> {
  const { predicate } = proof.move.statement;
  const version = copies.trust === null ? null : toTrustVersion(Buffer.from(copies.trust));
  const trust = version?.sha256 === predicate.trust.sha256 ? version : null;
  const policy =
    copies.policy === null ? null : await readCopiedPolicy(copies.policy, predicate.policy);
  const next = predicate.how === "trust" ? files?.get("next-trust.json")?.text : undefined;
  const nextTrust = next == null ? trust : toTrustVersion(Buffer.from(next));
  const claimed = { ...claimedMove(proof, commit), nextTrust };
  return { clone: claimed, trust, policy: policy?.policy ?? null, knowsOwners: true };
}

async function knownParts(clone: Clone, claimed: ClonedMove, commit: string): Promise<ClonedMove> {
  const tree = (await clone.readCommit(commit))?.tree ?? claimed.tree;
  return { ...claimed, tree, nextTrust: await readTrustAt(clone, commit) };
}

function claimedMove({ acts, move }: ParsedProof, commit: string): ClonedMove {
  const { predicate, subject } = move.statement;
  return {
    commit,
    tree: subject[0].digest.gitTree,
    descends: true,
    changes: predicate.changes,
    contentChanges: null,
    trailer: proofTrailer(acts),
    policyFiles: predicate.policy.files,
    facts: null,
    addresses: [],
    nextTrust: null,
  };
}
