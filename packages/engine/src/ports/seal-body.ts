import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { canonicalJson, type Json } from "@countersign/core";
import { z } from "zod";

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const KeyId = z.string().regex(/^[0-9a-f]{32}$/);
const SealNumber = z.int().min(1);

/** A month of the log, such as 2026-11. */
export const ArchiveMonth = z.string().regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])$/);

/** Statements that a seal can make besides where the logs end. */
const Statement = z.discriminatedUnion("type", [
  /** Seals after this one are signed with that key. */
  z.strictObject({ type: z.literal("rotate"), publicKey: z.string().max(2_000) }),
  /**
   * A person accepts that a seal in the external copy is missing from the database, which was restored or
   * rewritten.
   */
  z.strictObject({
    type: z.literal("accept"),
    by: z.string(),
    reason: z.string(),
    /** The missing seal. Null if the external copy was gone. */
    missing: z.strictObject({ number: SealNumber, hash: Hash }).nullable(),
  }),
  /** The logs of a month's tasks are in a file and may be absent from the database. */
  z.strictObject({
    type: z.literal("archive"),
    by: z.string(),
    month: ArchiveMonth,
    /** SHA-256 of the file. */
    sha256: Hash,
    tasks: z.int().min(1),
    entries: z.int().min(1),
    /** Merkle root over the whole logs of these tasks. */
    root: Hash,
  }),
  /** The logs of an archived month are in the database again. */
  z.strictObject({ type: z.literal("restore"), by: z.string(), month: ArchiveMonth }),
]);
export type Statement = z.infer<typeof Statement>;

/** The signed content: where the changed logs ended, and the previous seal. */
export const SealBody = z.strictObject({
  version: z.literal(1),
  org: z.string(),
  /** Starts at 1 and is higher than the previous seal's number. */
  number: SealNumber,
  atMs: z.int(),
  /** The hash of the previous seal. */
  previous: Hash,
  /** The id of the key that signed. */
  key: KeyId,
  leaves: z.int().min(0),
  /** Merkle root over the leaves in task order. */
  root: Hash,
  says: Statement.optional(),
});
export type SealBody = z.infer<typeof SealBody>;

export const Seal = z.strictObject({
  body: SealBody,
  hash: Hash,
  signature: z.string().regex(/^[\w-]{86}$/),
});
export type Seal = z.infer<typeof Seal>;

/** Separates these signatures from any other use of the key. */
const PURPOSE = "countersign seal\n";

/** Returns the bytes that a signature covers. */
export function signedBytes(body: SealBody): Uint8Array {
  return Buffer.from(PURPOSE + canonicalBody(body));
}

export function hashSeal(body: SealBody): string {
  return createHash("sha256").update(canonicalBody(body)).digest("hex");
}

function canonicalBody(body: SealBody): string {
  const plain: Json = JSON.parse(JSON.stringify(body));
  return canonicalJson(plain);
}

/** Returns the id of a public key: a prefix of its SHA-256. Throws if it is not an ed25519 key. */
export function publicKeyId(publicKey: string): string {
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("not an ed25519 key");
  const der = key.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 32);
}

/** Checks that this key signed a seal. */
export function isSignedBy({ body, hash, signature }: Seal, key: KeyObject): boolean {
  if (hash !== hashSeal(body)) return false;
  return verify(null, signedBytes(body), key, Buffer.from(signature, "base64url"));
}
