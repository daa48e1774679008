import { createPublicKey } from "node:crypto";
import { isSignedBy, publicKeyId, type Seal } from "../ports/seal-body.ts";
import type { ProblemKind } from "./audit-problem.ts";

/**
 * Follows the keys through a chain of seals, from the one key that the verifier holds.
 *
 * Seals of older keys before it cannot be checked by signature; the first seal of the trusted key holds
 * them by their hashes. From then on every seal must be signed by the key that the one before asks for.
 */
export function createKeyTrust(publicKey: string) {
  const keys = new Map([[publicKeyId(publicKey), createPublicKey(publicKey)]]);
  let isAnchored = false;
  let expected: string | null = null;

  const check = (seal: Seal): ProblemKind | null => {
    const key = keys.get(seal.body.key);
    if (isAnchored && seal.body.key !== expected) return "seal_key";
    if (key === undefined) return null;
    if (!isSignedBy(seal, key)) return "seal_signature";
    isAnchored = true;
    return null;
  };
  return {
    /** What is wrong with a seal's signature; null when nothing is. */
    read(seal: Seal): ProblemKind | null {
      const problem = check(seal);
      const { says, key } = seal.body;
      expected = key;
      if (says?.type !== "rotate") return problem;
      const next = idOrNull(says.publicKey);
      if (next === null) return problem ?? "seal_key";
      expected = next;
      if (isAnchored && problem === null) keys.set(next, createPublicKey(says.publicKey));
      return problem;
    },
    isAnchored: () => isAnchored,
  };
}

function idOrNull(publicKey: string): string | null {
  try {
    return publicKeyId(publicKey);
  } catch {
    return null;
  }
}
