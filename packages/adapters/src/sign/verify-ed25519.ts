import { createPublicKey, verify } from "node:crypto";
import type { checkpoints } from "@countersign/core";

/** Verifies an Ed25519 signature with the 32 bytes of a public key. A malformed key or signature is not valid. */
export const verifyEd25519: checkpoints.VerifyEd25519 = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString("base64url");
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
};
