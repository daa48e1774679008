import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { digestText } from "../../kernel/digest.ts";
import { isConsistent, type TreeHead } from "../../testing/is-consistent.ts";
import { times } from "../../testing/scale.ts";
import { consistencyProof } from "./consistency-proof.ts";
import { treeOf, treeRoot } from "./merkle-tree.ts";
import { noteKey, parseVerifierKey, verifierKeyText } from "./signed-note.ts";

const MOVES = Array.from({ length: 40 }, (_, at) => digestText(`move ${at}`));
const OTHER = digestText("another move");

function head(size: number, moves: readonly string[] = MOVES): TreeHead {
  return { size, root: treeRoot(treeOf(moves.slice(0, size))) };
}

/** The definition of RFC 6962, as it is written there. */
function definedRoot(entries: readonly string[]): string {
  const [only = ""] = entries;
  if (entries.length <= 1) return hash([0], only);
  let split = 1;
  while (split * 2 < entries.length) split *= 2;
  return hash([1], definedRoot(entries.slice(0, split)), definedRoot(entries.slice(split)));
}

function hash(prefix: number[], ...parts: string[]): string {
  return bytesToHex(sha256(concatBytes(new Uint8Array(prefix), ...parts.map(hexToBytes))));
}

it("has the root that RFC 6962 defines, and keeps one subtree for each binary one of its size", () => {
  const sizes = new Set<number>();
  const digest = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);
  fc.assert(
    fc.property(fc.array(digest, { minLength: 1, maxLength: 70 }), (moves) => {
      const tree = treeOf(moves);
      sizes.add(tree.size);
      expect(treeRoot(tree)).toBe(definedRoot(moves));
      expect(tree.roots).toHaveLength(tree.size.toString(2).replaceAll("0", "").length);
    }),
    { numRuns: times(100, 40) },
  );
  expect(sizes.size).toBeGreaterThan(10);
});

it("does not prove a history in which one move is another", () => {
  const seen = { replaced: 0, appended: 0 };
  const size = fc.integer({ min: 2, max: MOVES.length });
  fc.assert(
    fc.property(size, fc.nat(), fc.nat(), (after, first, second) => {
      const before = 1 + (first % (after - 1));
      const place = second % after;
      const forged = MOVES.slice(0, after).with(place, OTHER);
      const isBefore = place < before;
      seen[isBefore ? "replaced" : "appended"] += 1;
      const proof = consistencyProof(forged, before);
      expect(isConsistent(head(before), head(after, forged), proof)).toBe(!isBefore);
    }),
    { numRuns: times(300, 100) },
  );
  expect(seen.replaced).toBeGreaterThan(20);
  expect(seen.appended).toBeGreaterThan(20);
});

it("does not prove anything with a changed hash", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: MOVES.length }), fc.nat(), (after, which) => {
      const before = 1 + (which % (after - 1));
      const proof = consistencyProof(MOVES.slice(0, after), before);
      const changed = proof.with(which % proof.length, OTHER);
      expect(isConsistent(head(before), head(after), changed)).toBe(false);
    }),
    { numRuns: times(300, 100) },
  );
});

it("parses every verifier key that it writes", () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const name = fc.stringMatching(/^[a-z0-9./-]{1,40}$/);
  fc.assert(
    fc.property(name, bytes, fc.constantFrom("note", "cosigner"), (from, publicKey, kind) => {
      const key = noteKey(kind, from, publicKey);
      expect(parseVerifierKey(kind, verifierKeyText(kind, key))).toEqual(key);
    }),
    { numRuns: times(100, 40) },
  );
});
