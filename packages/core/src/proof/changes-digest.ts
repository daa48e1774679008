import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DigestText } from "../kernel/digest.ts";

/** One side of a changed path. A submodule's digest is the SHA-256 of its commit id in hex. */
export type ChangedSide = { mode: string; sha256: DigestText };

/** A changed path as bytes, because git's paths need not be text. Null: the path is absent on that side. */
export type ChangedPath = {
  path: Uint8Array;
  before: ChangedSide | null;
  after: ChangedSide | null;
};

const ABSENT: ChangedSide = { mode: "000000", sha256: "0".repeat(64) };

/**
 * Returns one digest for the modes and contents of both sides of every changed path, without rename detection.
 *
 * It does not depend on git's hash, nor on files that did not change. The order of the paths does not matter.
 */
export function changesDigest(changes: readonly ChangedPath[]): DigestText {
  const sum = sha256.create();
  for (const { path, before, after } of changes.toSorted(byPath)) {
    const [from, to] = [before ?? ABSENT, after ?? ABSENT];
    sum.update(utf8ToBytes(`${from.mode} ${from.sha256} ${to.mode} ${to.sha256} `));
    sum.update(path);
    sum.update(END);
  }
  return bytesToHex(sum.digest());
}

const END = new Uint8Array([0]);

function byPath({ path: a }: ChangedPath, { path: b }: ChangedPath): number {
  for (const [at, byte] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (byte !== other) return byte - other;
  }
  return a.length - b.length;
}
