import type { DigestText } from "../../kernel/digest.ts";
import { nodeHash, treeOf, treeRoot } from "./merkle-tree.ts";

/** A tree by its size and its root. */
export type TreeHead = { size: number; root: DigestText };

/** Returns the proof that a tree of these moves contains the one at an index, as RFC 6962 defines it. */
export function inclusionProof(moves: readonly DigestText[], index: number): DigestText[] {
  if (moves.length <= 1) return [];
  const split = largestPowerBelow(moves.length);
  const [left, right] = [moves.slice(0, split), moves.slice(split)];
  return index < split
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - split), rootOf(left)];
}

/** Returns the proof that a tree of these moves begins with the tree of the first `size` ones. */
export function consistencyProof(moves: readonly DigestText[], size: number): DigestText[] {
  if (size === 0 || size >= moves.length) return [];
  return subproof(moves, size, true);
}

/** `isOld`: the verifier knows the root of the old part, so the proof need not contain it. */
function subproof(moves: readonly DigestText[], size: number, isOld: boolean): DigestText[] {
  if (size === moves.length) return isOld ? [] : [rootOf(moves)];
  const split = largestPowerBelow(moves.length);
  const [left, right] = [moves.slice(0, split), moves.slice(split)];
  return size <= split
    ? [...subproof(left, size, isOld), rootOf(right)]
    : [...subproof(right, size - split, false), rootOf(left)];
}

/** Returns true if the proof shows that the tree contains this leaf at the index. */
export function isIncluded(
  leaf: DigestText,
  index: number,
  { size, root }: TreeHead,
  proof: readonly DigestText[],
): boolean {
  if (index >= size) return false;
  const walk = { node: index, last: size - 1 };
  let hash = leaf;
  for (const one of proof) {
    if (walk.last === 0) return false;
    if (isRightSide(walk)) hash = nodeHash(one, hash);
    else hash = nodeHash(hash, one);
  }
  return walk.last === 0 && hash === root;
}

/** Returns true if the proof shows that one tree only appends to the other. */
export function isConsistent(
  before: TreeHead,
  after: TreeHead,
  proof: readonly DigestText[],
): boolean {
  if (before.size === 0 || before.size >= after.size)
    return proof.length === 0 && isTrivial(before, after);
  const walk = { node: before.size - 1, last: after.size - 1 };
  while (walk.node % 2 === 1) halve(walk);
  const [first, ...others] = walk.node === 0 ? [before.root, ...proof] : proof;
  if (first === undefined) return false;
  const roots = climb(walk, first, others);
  return roots?.before === before.root && roots.after === after.root;
}

/** Computes both roots from the first hash of a proof and the others. Null if there are too many or too few. */
function climb(
  walk: LevelWalk,
  first: DigestText,
  others: readonly DigestText[],
): { before: DigestText; after: DigestText } | null {
  let [before, after] = [first, first];
  for (const one of others) {
    if (walk.last === 0) return null;
    if (isRightSide(walk)) [before, after] = [nodeHash(one, before), nodeHash(one, after)];
    else after = nodeHash(after, one);
  }
  return walk.last === 0 ? { before, after } : null;
}

/** An empty tree begins every other, and a tree begins itself. */
function isTrivial(before: TreeHead, after: TreeHead): boolean {
  return before.size === 0 || (before.size === after.size && before.root === after.root);
}

/** A node's place on its level, and the last place there. */
type LevelWalk = { node: number; last: number };

/** Climbs one level. Returns true if the sibling is on the left. */
function isRightSide(walk: LevelWalk): boolean {
  const isRight = walk.node % 2 === 1 || walk.node === walk.last;
  if (isRight) while (walk.node % 2 === 0 && walk.node !== 0) halve(walk);
  halve(walk);
  return isRight;
}

function halve(walk: LevelWalk): void {
  walk.node = Math.trunc(walk.node / 2);
  walk.last = Math.trunc(walk.last / 2);
}

function rootOf(moves: readonly DigestText[]): DigestText {
  return treeRoot(treeOf(moves));
}

/** Returns the largest power of two below a number greater than one. */
function largestPowerBelow(number: number): number {
  return 2 ** Math.ceil(Math.log2(number) - 1);
}
