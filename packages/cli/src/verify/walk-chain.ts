import { type Clone, verifyEd25519 } from "@countersign/adapters";
import {
  type ChainPosition,
  checkpoints,
  judgeMove,
  judgeRoot,
  type PresenceLevel,
  type ProofProblem,
  requiredLevel,
  type TrustFile,
  type TrustVersion,
} from "@countersign/core";
import type { ChainProof, ProofChain } from "./proof-chain.ts";
import {
  type Copies,
  isReadable,
  type ProofEvidence,
  type ReadProof,
  readEvidence,
  readProofFiles,
} from "./read-evidence.ts";

/** The chain up to one move, from which the next one is judged. */
export type ChainState = {
  number: number;
  move: string;
  commit: string;
  trust: TrustVersion | null;
  /** The acts of all moves up to this one. */
  used: Set<string>;
  /** The Merkle tree of all moves up to this one. Null: the walk began after the root. */
  tree: checkpoints.TreeFrontier | null;
};

/** `witness`: as many witnesses as the trust file asks for saw the chain. */
export type ProofRequirement = { people: number; level: PresenceLevel; witness: boolean };

/** A move with its problems. */
export type JudgedProof = { read: ReadProof; problems: readonly ProofProblem[] };

export type WalkOptions = {
  chain: ProofChain;
  /** Null: the chain begins at the root. */
  start: ChainState | null;
  /** The pinned root. Null: none. */
  root: string | null;
  revoked: TrustFile["revoked"];
  retractions: ChainPosition["retractions"];
  /** What is required of a move beyond its policy. Null: the move is judged for the chain only. */
  requiredOf(number: number, commit: string | null): ProofRequirement | null;
  /** Called after each move with the chain up to it. */
  onJudged(judged: JudgedProof, state: ChainState | null): void;
};

/** Proofs that are read together. The next ones are read while these are judged. */
const BATCH = 64;

/** Judges every move of a chain in order. */
export async function walkChain(clone: Clone, options: WalkOptions): Promise<void> {
  const { proofs, target } = options.chain;
  const copies: Copies = { trust: null, policy: null };
  let state = options.start;
  let next = readBatch(clone, target, proofs.slice(0, BATCH), copies);
  for (let at = 0; at < proofs.length; at += BATCH) {
    const batch = await next;
    next = readBatch(clone, target, proofs.slice(at + BATCH, at + 2 * BATCH), copies);
    next.catch(() => {}); // awaited in the next turn, unless this one fails
    for (const read of batch) {
      const tree = treeAfter(read, state);
      const own = judgeOwnCheckpoint(read, tree, options.chain.target);
      const problems = [...judge(read, state, options), ...own];
      state = follow(read, state, tree);
      options.onJudged({ read, problems }, state);
    }
  }
}

async function readBatch(
  clone: Clone,
  target: string,
  proofs: readonly ChainProof[],
  copies: Copies,
): Promise<ReadProof[]> {
  const files = await readProofFiles(clone, proofs);
  const requests = proofs.map((proof) => {
    const own = files.get(proof.tree);
    copies.trust = own?.get("trust.json")?.text ?? copies.trust;
    copies.policy = own?.get("policy.json")?.text ?? copies.policy;
    return { target: `refs/heads/${target}`, proof, files: own, copies: { ...copies } };
  });
  return await Promise.all(requests.map((request) => readEvidence(clone, request)));
}

function judge(read: ReadProof, state: ChainState | null, options: WalkOptions): ProofProblem[] {
  if (!isReadable(read)) return [...read.problems];
  if (read.number === 1) return judgeFirst(read, options);
  const position = state ?? claimedState(read);
  const trust = read.trust ?? position.trust;
  if (trust === null) return [...read.problems, { code: "trust_other" }];
  const { policy } = read;
  const asked = options.requiredOf(read.number, read.commit);
  const problems = judgeMove({
    proof: read.proof,
    signatures: read.signatures,
    clone: read.clone,
    chain: {
      target: `refs/heads/${options.chain.target}`,
      ...position,
      revoked: options.revoked,
      retractions: options.retractions,
    },
    trust,
    policy,
    policyLevel: requiredLevel(policy === null ? [] : [policy]),
    required: asked ?? { people: 0, level: "told" },
  });
  return [...read.problems, ...problems.map((problem) => softened(problem, read))];
}

/** The first proof of a chain whose beginning the clone lacks. */
function claimedState({ proof, number }: ProofEvidence): ChainState {
  const { previous, parent } = proof.move.statement.predicate;
  return {
    number: number - 1,
    move: previous ?? "",
    commit: parent ?? "",
    trust: null,
    used: new Set(),
    tree: null,
  };
}

/** Only the engine knows the accounts of code owners, so their requirement cannot be recomputed here. */
function softened(problem: ProofProblem, { knowsOwners }: ProofEvidence): ProofProblem {
  const isPeer = problem.code === "requirement_missing" && problem.about?.startsWith("layer:peer");
  return isPeer === true && !knowsOwners ? { ...problem, code: "loosening_told" } : problem;
}

function judgeFirst(read: ProofEvidence, { chain, root }: WalkOptions): ProofProblem[] {
  const { trust, proof, signatures, clone } = read;
  if (trust === null) return [...read.problems, { code: "trust_other" }];
  const target = `refs/heads/${chain.target}`;
  return [
    ...read.problems,
    ...judgeRoot({ proof, signatures, clone, target, trust, pinned: root }),
  ];
}

/** Returns the chain up to this move. A proof that cannot be read ends what later ones can continue. */
function follow(
  read: ReadProof,
  state: ChainState | null,
  tree: ChainState["tree"],
): ChainState | null {
  if (!isReadable(read)) return state;
  const used = state?.used ?? new Set<string>();
  for (const { digest } of read.proof.acts) used.add(digest);
  return {
    number: read.number,
    move: read.proof.move.digest,
    commit: read.commit,
    trust: read.clone.nextTrust ?? state?.trust ?? null,
    ...{ used, tree },
  };
}

/** Adds a move to the Merkle tree of the moves before it. Null if one of those is unknown. */
function treeAfter(read: ReadProof, state: ChainState | null): ChainState["tree"] {
  if (!isReadable(read)) return null;
  const isNext = state !== null && state.number === read.number - 1;
  const before = read.number === 1 ? checkpoints.EMPTY_TREE : isNext ? state.tree : null;
  return before && checkpoints.addLeaf(before, checkpoints.leafHash(read.proof.move.digest));
}

/** Judges the checkpoint that a proof contains, if it contains one and the tree is known. */
function judgeOwnCheckpoint(
  read: ReadProof,
  tree: ChainState["tree"],
  target: string,
): ProofProblem[] {
  if (!isReadable(read) || read.checkpoint === null || tree === null) return [];
  const { move } = read.signatures;
  if (!move.ok) return [];
  const { repository } = read.proof.move.statement.predicate;
  const origin = checkpoints.chainOrigin(repository, `refs/heads/${target}`);
  const expected = { origin, size: tree.size, root: checkpoints.treeRoot(tree) };
  return checkpoints.judgeCheckpoint(
    read.checkpoint,
    { expected, engine: move.key },
    verifyEd25519,
  );
}
