import type { EngineScope } from "../execute/engine-scope.ts";
import { boundary } from "../platform/boundary.ts";
import type { Session } from "../platform/transact.ts";
import { composeProof, type MoveToProve } from "../proof/compose-proof.ts";
import { publishProofs } from "../proof/publish-proofs.ts";
import { type MergeProof, readMergeProof } from "../proof/read-merge-proof.ts";
import type { StoredRepository } from "../store/organisation/repositories.ts";
import { type ChainEnd, listPrepared, type PreparedProof } from "../store/proofs/proof-chain.ts";
import { enqueueProofPush } from "./enqueue-proof-push.ts";
import { enqueueWitnessing } from "./enqueue-witnessing.ts";
import type { MergeContext } from "./read-merge-context.ts";

/**
 * Collects what proves a merge. Null if the target has no proofs: no trust file, no root, or a chain that does not end
 * at its tip.
 */
export async function collectMergeProof(
  scope: EngineScope,
  merging: Omit<MergeContext, "tip">,
): Promise<MergeProof | null> {
  const { repository, evidence } = merging;
  if (scope.proofs === undefined || evidence?.chain.commit !== repository.tip) return null;
  return await readMergeProof(scope.mirror, { ...merging, ...evidence, end: evidence.chain });
}

/** Returns why a merge could not be proved, for its author. Null if nothing is in the way. */
export async function findProofObstacle(
  { mirror }: EngineScope,
  proof: MergeProof | null,
  { onto, tree }: { onto: string; tree: string },
): Promise<string | null> {
  if (proof === null) return null;
  const { repo, target, round } = proof;
  if (tree === round.content.tree) return null;
  const { sha256 } = await mirror.digestChanges(repo, { from: onto, to: tree });
  if (sha256 === round.content.changes) return null;
  return `${target} has changed the same files since this work began`;
}

/** A merge in the mirror, in the order in which the target gets them. */
type MergeInMirror = {
  merging: Omit<MergeContext, "tip">;
  proof: MergeProof | null;
  expected?: string;
  commit: string;
  tree: string;
};

/** Writes the proofs of merges into the mirror, each on top of the one before. */
export async function proveMerges(
  scope: EngineScope,
  merges: readonly MergeInMirror[],
): Promise<PreparedProof[]> {
  const prepared: PreparedProof[] = [];
  for (const { merging, proof, commit, tree } of merges) {
    const end: ChainEnd | null = prepared.at(-1) ?? merging.chain;
    if (proof === null || end === null) return prepared;
    const how = toKind(merging.policy.merge.strategy);
    const move = { how, parent: end.commit, commit, tree };
    prepared.push(await composeTaskProof(scope, end, proof, move));
  }
  return prepared;
}

/** Writes the proof of a task's commit. Its binding says whether the commit has the approved tree. */
export async function composeTaskProof(
  scope: EngineScope,
  end: ChainEnd,
  proof: MergeProof,
  move: Pick<MoveToProve, "how" | "parent" | "commit" | "tree">,
): Promise<PreparedProof> {
  const binding = move.tree === proof.round.content.tree ? "tree" : "changes";
  const { proofs, mirror } = scope;
  if (proofs === undefined) throw new Error("The engine has no key for moves");
  const round = { ...proof.round, binding } as const;
  return await composeProof({ ...proofs, mirror }, end, { ...proof, ...move, round });
}

function toKind(strategy: MergeContext["policy"]["merge"]["strategy"]): MoveToProve["how"] {
  return strategy === "none" ? "merge" : strategy;
}

/** Copies the objects of proofs into the repository, before its target moves. */
export async function copyProofs(
  { mirror }: EngineScope,
  repository: StoredRepository,
  proofs: readonly PreparedProof[],
): Promise<void> {
  for (const { object } of proofs) await mirror.copyProof(repository, object);
  if (proofs.length > 0) boundary("proof.written");
}

type PublishedMoves = {
  chain: ChainEnd | null;
  /** The commits that the target got. */
  commits: readonly string[];
  /** `prepared`: those that were prepared before the engine was interrupted. */
  proofs: readonly PreparedProof[] | "prepared";
};

/** Publishes the proofs of a move right after it, in the transaction that records it. */
export async function publishMoves(
  scope: EngineScope,
  session: Session,
  repository: StoredRepository,
  { chain, commits, proofs }: PublishedMoves,
): Promise<void> {
  if (chain === null) return;
  const found =
    proofs === "prepared" ? await findPrepared(session, repository.id, chain, commits) : proofs;
  await publishAndPush(scope, session, repository, { chain, proofs: found });
}

/** Puts proofs at the end of the chain, and lets them be pushed to the forge of the repository. */
export async function publishAndPush(
  scope: EngineScope,
  session: Session,
  repository: StoredRepository,
  { chain, proofs }: { chain: ChainEnd | null; proofs: readonly PreparedProof[] },
): Promise<void> {
  await publishProofs(scope.mirror, session, repository, chain, proofs);
  const last = proofs.at(-1);
  if (last === undefined) return;
  await enqueueProofPush(scope, session, repository.id, last.object);
  await enqueueWitnessing(scope, session, repository.id, last);
}

/** Finds the proofs that were prepared for moves of the engine and continue the chain with these commits. */
export async function findPrepared(
  session: Session,
  repo: string,
  chain: ChainEnd | null,
  commits: readonly string[],
): Promise<PreparedProof[]> {
  const all = await listPrepared(session, repo, commits);
  const found: PreparedProof[] = [];
  let next: PreparedProof | undefined;
  do {
    const end = found.at(-1) ?? chain;
    next = all.find(({ how, previous }) => how !== "accept" && previous === (end?.move ?? null));
    if (next !== undefined) found.push(next);
  } while (next !== undefined);
  return found;
}
