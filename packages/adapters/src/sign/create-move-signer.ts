import { createPublicKey } from "node:crypto";
import { MOVE_NAMESPACE, statementBytes } from "@countersign/core";
import type { MoveSigner, Signer } from "@countersign/engine";
import { sshKeyText, writeSshsig } from "./write-sshsig.ts";

/** Signs moves of the target with the current key of a signer, which must be an ed25519 key. */
export function createMoveSigner(keys: Pick<Signer, "current">): MoveSigner {
  return {
    publicKey: async () => sshKeyText(rawKey((await keys.current()).publicKey)),
    signCheckpoint: async (text) => await (await keys.current()).sign(Buffer.from(text)),
    async sign(line) {
      const { publicKey, sign } = await keys.current();
      return await writeSshsig({
        namespace: MOVE_NAMESPACE,
        message: statementBytes(line),
        publicKey: rawKey(publicKey),
        sign,
      });
    },
  };
}

/** The raw key that was read last. Reading one takes longer than signing with it. */
let known: { pem: string; raw: Buffer } | null = null;

/** Returns the 32 bytes of an ed25519 public key. */
function rawKey(pem: string): Buffer {
  if (known?.pem === pem) return known.raw;
  const { crv, x = "" } = createPublicKey(pem).export({ format: "jwk" });
  if (crv !== "Ed25519") throw new Error("The engine's key for moves is not an ed25519 key");
  known = { pem, raw: Buffer.from(x, "base64url") };
  return known.raw;
}
