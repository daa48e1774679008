import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import type { DigestText } from "../../kernel/digest.ts";

/**
 * The roots of the complete subtrees of a Merkle tree, from the largest to the smallest. They suffice to add leaves and
 * to compute the root.
 */
export type TreeFrontier = { size: number; roots: readonly DigestText[] };

/** The frontier of a tree without leaves. */
export const EMPTY_TREE: TreeFrontier = { size: 0, roots: [] };

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);
const EMPTY_ROOT = hashOf();

/** Returns the hash of a leaf, as RFC 6962 defines it. The entry of a move is the SHA-256 of its line. */
export function leafHash(move: DigestText): DigestText {
  return hashOf(LEAF, hexToBytes(move));
}

export function nodeHash(left: DigestText, right: DigestText): DigestText {
  return hashOf(NODE, hexToBytes(left), hexToBytes(right));
}

/** Adds a leaf to a tree. It completes one subtree for each trailing one of the binary size. */
export function addLeaf({ size, roots }: TreeFrontier, leaf: DigestText): TreeFrontier {
  let kept = roots.length;
  for (let rest = size; rest % 2 === 1; rest = Math.trunc(rest / 2)) kept -= 1;
  const added = roots.slice(kept).reduceRight((right, left) => nodeHash(left, right), leaf);
  return { size: size + 1, roots: [...roots.slice(0, kept), added] };
}

/** Returns the root of a tree. */
export function treeRoot({ roots }: TreeFrontier): DigestText {
  const [smallest, ...larger] = roots.toReversed();
  return larger.reduce((right, left) => nodeHash(left, right), smallest ?? EMPTY_ROOT);
}

/** Returns the tree of the moves with these digests. */
export function treeOf(moves: Iterable<DigestText>): TreeFrontier {
  let tree = EMPTY_TREE;
  for (const move of moves) tree = addLeaf(tree, leafHash(move));
  return tree;
}

function hashOf(...parts: readonly Uint8Array[]): DigestText {
  return bytesToHex(sha256(concatBytes(...parts)));
}
