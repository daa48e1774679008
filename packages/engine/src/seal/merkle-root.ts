import { createHash } from "node:crypto";
import { canonicalJson } from "@countersign/core";

/** The end of one task's log in a seal: entries `first` to `seq`, and the hash of the last one. */
export type Leaf = { task: string; first: number; seq: number; head: string };

const NODE = Buffer.from([1]);
const LEAF = Buffer.from([0]);

/**
 * Computes the root of a Merkle tree over the leaves in task order.
 *
 * Leaves and nodes are hashed with different prefixes, so that neither can pass for the other. A node without
 * a sibling moves up unchanged, so no two lists share a root.
 */
export function merkleRoot(leaves: readonly Leaf[]): string {
  let level = inOrder(leaves).map(hashLeaf);
  if (level.length === 0) return createHash("sha256").digest("hex");
  while (level.length > 1) level = above(level);
  return level[0]?.toString("hex") ?? "";
}

/** Sorts by the bytes of their names, which is the same order everywhere. */
function inOrder(leaves: readonly Leaf[]): Leaf[] {
  return leaves.toSorted(({ task: one }, { task: other }) =>
    one < other ? -1 : Number(one > other),
  );
}

function above(level: readonly Buffer[]): Buffer[] {
  const next: Buffer[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const pair = level.slice(index, index + 2);
    next.push(pair.length === 2 ? hash(NODE, ...pair) : Buffer.concat(pair));
  }
  return next;
}

function hashLeaf({ task, first, seq, head }: Leaf): Buffer {
  return hash(LEAF, Buffer.from(canonicalJson({ task, first, seq, head })));
}

function hash(...parts: readonly Buffer[]): Buffer {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part);
  return sum.digest();
}
