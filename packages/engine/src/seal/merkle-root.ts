import { createHash } from "node:crypto";
import { canonicalJson, checkpoints } from "@countersign/core";

/** The end of one task's log in a seal: entries `first` to `seq`, and the hash of the last one. */
export type Leaf = { task: string; first: number; seq: number; head: string };

/** Differs from the prefix of the tree's nodes, so that neither can pass for the other. */
const LEAF = Buffer.from([0]);

/** Computes the root of a Merkle tree over the leaves in task order. No two lists share a root. */
export function merkleRoot(leaves: readonly Leaf[]): string {
  const hashes = inOrder(leaves).map(hashLeaf);
  return checkpoints.treeRoot(hashes.reduce(checkpoints.addLeaf, checkpoints.EMPTY_TREE));
}

/** Sorts by the bytes of their names, which is the same order everywhere. */
function inOrder(leaves: readonly Leaf[]): Leaf[] {
  return leaves.toSorted(({ task: one }, { task: other }) =>
    one < other ? -1 : Number(one > other),
  );
}

function hashLeaf({ task, first, seq, head }: Leaf): string {
  return createHash("sha256")
    .update(LEAF)
    .update(canonicalJson({ task, first, seq, head }))
    .digest("hex");
}
