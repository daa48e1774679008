import { z } from "zod";
import { Digest, ObjectId } from "../kernel/ids.ts";

/** The fingerprint of a public key, as OpenSSH prints it. */
export const KeyFingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/** The id of a repository in its trust file: generated once, and kept by every clone. */
export const ProvenRepositoryId = z.string().regex(/^csr_[0-9a-f]{32}$/);

/** A branch by its full name. */
export const TargetRef = z.string().regex(/^refs\/heads\/[^\s~^:?*[\\]{1,238}$/);

/** A second in UTC, so that times compare as texts. */
export const StatementTime = z.string().regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ$/);

/** One number of the trust file, with the SHA-256 of exactly its bytes. */
export const TrustReference = z.strictObject({ number: z.int().min(1), sha256: Digest });

/** What was reviewed: two commits, the resulting tree and the digest of the changes between them. */
export const ProvenContent = z.strictObject({
  base: ObjectId,
  head: ObjectId,
  tree: ObjectId,
  changes: Digest,
});
export type ProvenContent = z.infer<typeof ProvenContent>;

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
