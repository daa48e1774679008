import {
  hashSeal,
  type Seal,
  type SealBody,
  type Statement,
  signedBytes,
} from "../ports/seal-body.ts";
import type { SigningKey } from "../ports/signer.ts";
import { NO_HASH } from "../store/organisation/hash-chain.ts";
import { type Leaf, merkleRoot } from "./merkle-root.ts";

export type NewSeal = {
  org: string;
  atMs: number;
  /** The previous seal. Null for the first one. */
  last: Seal | null;
  leaves: readonly Leaf[];
  says?: Statement | undefined;
  /** Default: the previous seal's number plus one. */
  number?: number | undefined;
};

/** Creates a seal over leaves, signed with a key. */
export async function signSeal(key: SigningKey, wanted: NewSeal): Promise<Seal> {
  const { org, atMs, last, leaves, says } = wanted;
  const body: SealBody = {
    version: 1,
    org,
    number: wanted.number ?? (last?.body.number ?? 0) + 1,
    atMs,
    previous: last?.hash ?? NO_HASH,
    key: key.id,
    leaves: leaves.length,
    root: merkleRoot(leaves),
    ...(says === undefined ? {} : { says }),
  };
  const signature = Buffer.from(await key.sign(signedBytes(body))).toString("base64url");
  return { body, hash: hashSeal(body), signature };
}
