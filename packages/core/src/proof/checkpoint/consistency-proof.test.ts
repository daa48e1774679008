import { expect, it } from "vitest";
import { digestText } from "../../kernel/digest.ts";
import { isConsistent, type TreeHead } from "../../testing/is-consistent.ts";
import { consistencyProof } from "./consistency-proof.ts";
import { treeOf, treeRoot } from "./merkle-tree.ts";

const MOVES = Array.from({ length: 20 }, (_, at) => digestText(`move ${at}`));
const OTHER = digestText("another move");

function head(size: number, moves: readonly string[] = MOVES): TreeHead {
  return { size, root: treeRoot(treeOf(moves.slice(0, size))) };
}

const SIZES = Array.from({ length: MOVES.length + 1 }, (_, size) => size);

it("proves that every size continues every smaller one", () => {
  for (const size of SIZES)
    for (let old = 0; old <= size; old += 1) {
      const proof = consistencyProof(MOVES.slice(0, size), old);
      expect(isConsistent(head(old), head(size), proof)).toBe(true);
      expect(isConsistent(head(old), head(size), [...proof, OTHER])).toBe(false);
      const isShort = proof.length === 0;
      expect(isConsistent(head(old), head(size), proof.slice(1))).toBe(isShort);
      expect(isConsistent(head(old), head(size), proof.slice(0, -1))).toBe(isShort);
    }
});

it("proves nothing about a smaller tree, or without a proof", () => {
  expect(isConsistent(head(3), head(5), [])).toBe(false);
  expect(isConsistent(head(5), head(3), consistencyProof(MOVES.slice(0, 5), 3))).toBe(false);
});

it("has no proof of a size that the tree does not have", () => {
  expect(consistencyProof(MOVES.slice(0, 3), 5)).toEqual([]);
});

it("needs no proof for the same size, but the same root", () => {
  expect(isConsistent(head(5), { size: 5, root: OTHER }, [])).toBe(false);
});
