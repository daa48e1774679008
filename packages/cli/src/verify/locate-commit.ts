import type { Clone } from "@countersign/adapters";
import type { ProofProblemCode } from "@countersign/core";
import type { ChainProof, ProofChain } from "./proof-chain.ts";

type History = Pick<Clone, "isAncestor" | "readCommit">;

/** The move that brought a commit to the target, or why no move did. */
export type CommitLocation =
  | { number: number; isPart: boolean }
  | { problem: ProofProblemCode; about: string };

const TRAILER = /^Countersign-Proof: [0-9a-f]{64}$/m;

/** Finds the move that covers a commit: it ends there, or the commit came in with it. */
export async function locateCommit(
  clone: History,
  { proofs, target, missing }: ProofChain,
  commit: string,
  ends: readonly string[],
): Promise<CommitLocation> {
  const exact = proofs.find(({ proves }) => proves === commit);
  if (exact !== undefined) return { number: exact.number, isPart: false };
  const [first, last] = [proofs[0], proofs.at(-1)];
  if (first?.proves == null || last?.proves == null)
    return { problem: "proof_missing", about: "the chain cannot be read" };
  if ((await clone.isAncestor(commit, last.proves)) === true) {
    const number = await findFirstContaining(clone, proofs, commit);
    // A chain that begins after a waypoint was chosen because it covers the commit.
    const isAfterWaypoint = missing === null && first.number > 1;
    if (number !== first.number || isAfterWaypoint) return { number, isPart: true };
    return { problem: "proof_missing", about: "the commit is older than the chain" };
  }
  const message = (await clone.readCommit(commit))?.message ?? "";
  const isOnTarget = await isOnAny(clone, commit, ends);
  if (TRAILER.test(message)) return { problem: "proof_removed", about: commit };
  return isOnTarget
    ? { problem: "foreign", about: commit }
    : { problem: "proof_missing", about: `the commit is not on ${target}` };
}

async function findFirstContaining(
  clone: Pick<Clone, "isAncestor">,
  proofs: readonly ChainProof[],
  commit: string,
): Promise<number> {
  let [low, high] = [0, proofs.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const proves = proofs[middle]?.proves ?? "";
    if ((await clone.isAncestor(commit, proves)) === true) high = middle;
    else low = middle + 1;
  }
  return proofs[low]?.number ?? 0;
}

async function isOnAny(
  clone: Pick<Clone, "isAncestor">,
  commit: string,
  ends: readonly string[],
): Promise<boolean> {
  for (const end of ends) if ((await clone.isAncestor(commit, end)) === true) return true;
  return false;
}

/** What differs between the end of the chain and the end of the target. */
export type EndProblem = { code: ProofProblemCode; about: string };

/** Returns the ends of a target in a clone: its own branch, and what remotes had at the last fetch. */
export async function findEnds(
  { listRefs }: Pick<Clone, "listRefs">,
  target: string,
): Promise<string[]> {
  const own = (await listRefs("refs/heads/")).get(`refs/heads/${target}`);
  const remotes = [...(await listRefs("refs/remotes/"))]
    .filter(([ref]) => ref.split("/").slice(3).join("/") === target)
    .map(([, id]) => id);
  return [...new Set([...remotes, ...(own === undefined ? [] : [own])])];
}

/** Compares the end of the chain with the ends of the target. They fit if one of them is the same commit. */
export async function compareEnds(
  clone: History,
  { proofs }: Pick<ProofChain, "proofs">,
  ends: readonly string[],
): Promise<EndProblem[]> {
  const end = proofs.at(-1)?.proves ?? null;
  const [first] = ends;
  if (end === null || first === undefined || ends.includes(end)) return [];
  if ((await clone.isAncestor(end, first)) === true)
    return [{ code: await beyond(clone, end, first), about: first }];
  const isBehind = (await clone.isAncestor(first, end)) === true;
  return [{ code: "history_left", about: end }, ...(isBehind ? [] : [foreign(first)])];
}

const foreign = (about: string): EndProblem => ({ code: "foreign", about });

const MAX_BEYOND = 10_000;

/** Merges of countersign beyond the end of the chain mean that proofs were removed. */
async function beyond(
  clone: Pick<Clone, "readCommit">,
  end: string,
  tip: string,
): Promise<ProofProblemCode> {
  let id: string | undefined = tip;
  for (let steps = 0; id !== undefined && id !== end && steps < MAX_BEYOND; steps += 1) {
    const commit = await clone.readCommit(id);
    if (TRAILER.test(commit?.message ?? "")) return "proof_removed";
    id = commit?.parents[0];
  }
  return "foreign";
}
