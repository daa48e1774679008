import { type VerifyKeyObjectInput, verify } from "node:crypto";
import type { SshPublicKey } from "./read-public-key.ts";
import { MalformedSignature, WireReader } from "./wire-reader.ts";

/** A claim of a signature: these bytes are signed with this key. */
export type SignatureClaim = {
  hash: string | null;
  covered: Buffer;
  key: VerifyKeyObjectInput;
  proof: Buffer;
};

export const MISFIT = "does not fit the message";

const SOFTWARE_HASHES: Readonly<Record<string, { type: string; hash: string | null }[]>> = {
  "ssh-ed25519": [{ type: "ssh-ed25519", hash: null }],
  "ssh-rsa": [
    { type: "rsa-sha2-256", hash: "sha256" },
    { type: "rsa-sha2-512", hash: "sha512" },
  ],
  "ecdsa-sha2-nistp256": [{ type: "ecdsa-sha2-nistp256", hash: "sha256" }],
  "ecdsa-sha2-nistp384": [{ type: "ecdsa-sha2-nistp384", hash: "sha384" }],
  "ecdsa-sha2-nistp521": [{ type: "ecdsa-sha2-nistp521", hash: "sha512" }],
};

/** The claim of a key that a program uses, by the type that its signature names. */
export function softwareClaim(
  key: SshPublicKey,
  type: string,
  proof: Buffer,
  signed: Buffer,
): SignatureClaim {
  const found = SOFTWARE_HASHES[key.type]?.find((one) => one.type === type);
  if (found === undefined) throw new MalformedSignature("is not of the key's kind");
  return claimOf(key, found.hash, proof, signed);
}

/** Throws if the signature has a form that its key cannot produce. */
export function claimOf(
  key: SshPublicKey,
  hash: string | null,
  proof: Buffer,
  covered: Buffer,
): SignatureClaim {
  const own = { key: key.key };
  switch (key.key.asymmetricKeyType) {
    case "ed25519":
      if (proof.length !== 64) throw new MalformedSignature(MISFIT);
      return { hash: null, covered, key: own, proof };
    case "rsa":
      if (proof.length !== key.size) throw new MalformedSignature(MISFIT);
      return { hash, covered, key: own, proof };
    default: {
      const curve = { ...own, dsaEncoding: "ieee-p1363" } as const;
      return { hash, covered, key: curve, proof: curveSignature(proof, key.size) };
    }
  }
}

export function isSigned({ hash, covered, key, proof }: SignatureClaim): boolean {
  return verify(hash, covered, key, proof);
}

/** Like {@link isSigned}, on another thread. */
export async function isSignedAside({
  hash,
  covered,
  key,
  proof,
}: SignatureClaim): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    verify(hash, covered, key, proof, (error, isValid) =>
      error === null ? resolve(isValid) : reject(error),
    );
  });
}

/** Both numbers of an ECDSA signature, filled up to the length of the curve. */
function curveSignature(proof: Buffer, size: number): Buffer {
  const wire = new WireReader(proof);
  const numbers = [wire.positive(), wire.positive()];
  wire.end();
  if (numbers.some((number) => number.length > size))
    throw new MalformedSignature("has a number that is too long");
  return Buffer.concat(numbers.flatMap((number) => [Buffer.alloc(size - number.length), number]));
}
