import type { DigestText } from "../../kernel/digest.ts";
import { treeOf, treeRoot } from "./merkle-tree.ts";

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

function rootOf(moves: readonly DigestText[]): DigestText {
  return treeRoot(treeOf(moves));
}

/** Returns the largest power of two below a number greater than one. */
function largestPowerBelow(number: number): number {
  return 2 ** Math.ceil(Math.log2(number) - 1);
}
