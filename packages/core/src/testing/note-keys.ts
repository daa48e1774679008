import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { VerifyEd25519 } from "../proof/checkpoint/cosignature.ts";

/** A key that signs with a digest instead of Ed25519, because the core has no cryptography but SHA-256. */
export type DigestKey = { publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array };

export function digestKey(name: string): DigestKey {
  const publicKey = sha256(utf8ToBytes(name));
  return { publicKey, sign: (message) => signatureBy(publicKey, message) };
}

export const verifyDigest: VerifyEd25519 = (publicKey, message, signature) =>
  bytesToHex(signature) === bytesToHex(signatureBy(publicKey, message));

function signatureBy(publicKey: Uint8Array, message: Uint8Array): Uint8Array {
  const digest = sha256(concatBytes(publicKey, message));
  return concatBytes(digest, digest);
}
