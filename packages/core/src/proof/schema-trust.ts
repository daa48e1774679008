import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import { nameKey } from "../kernel/name-key.ts";
import { parseStrictJson } from "../kernel/strict-json.ts";
import { KeyFingerprint, ProvenRepositoryId } from "./statement-fields.ts";

/** A public key as OpenSSH writes it, without a comment. */
const PublicKeyText = z
  .string()
  .max(4_096)
  .regex(
    /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) [A-Za-z0-9+/]{20,}={0,2}$/,
  );

const TrustedKey = z.strictObject({
  key: PublicKeyText,
  /** The pages on which a passkey may sign. Empty for every other key. */
  origins: z.array(z.string().regex(/^https?:\/\/[^\s/]{1,250}$/)).max(20),
  /** True if the enrolment carried an attestation of the device's maker. */
  attested: z.boolean(),
  addedBy: ActorId,
});
export type TrustedKey = z.infer<typeof TrustedKey>;

const Witnesses = z.strictObject({
  quorum: z.int().min(0),
  keys: z.array(z.string().regex(/^\S{1,1000}$/)).max(50),
});

/** The content of `.countersign/trust.json`: whose signatures count. */
const TrustFileContent = z.strictObject({
  version: z.literal(1),
  number: z.int().min(1),
  repository: ProvenRepositoryId,
  people: z.record(ActorId, z.strictObject({ keys: z.array(TrustedKey).max(20) })),
  owners: z.array(ActorId).min(1).max(100),
  /** Number of owners who must sign a change of this file. */
  quorum: z.int().min(1),
  /** Keys that may change this file alone, kept offline. */
  recovery: z.array(PublicKeyText).max(10),
  engines: z.record(ActorId, PublicKeyText),
  witnesses: Witnesses,
  /** Acts and moves of a key do not count from a number of the chain on. */
  revoked: z.array(z.strictObject({ key: KeyFingerprint, from: z.int().min(1) })).max(1_000),
});

export const TrustFile = TrustFileContent.refine(areOwnersPeople, "an owner has no keys")
  .refine(({ owners, quorum }) => quorum <= new Set(owners.map(nameKey)).size, "quorum too high")
  .refine(hasDistinctNames, "two names are the same person")
  .refine(hasDistinctKeys, "a key occurs twice");
export type TrustFile = z.infer<typeof TrustFile>;

/** Parses a trust file. Returns null if it is not valid, so that nothing is trusted. */
export function parseTrustFile(text: string): TrustFile | null {
  const json = parseStrictJson(text, { maxChars: 2_000_000, maxDepth: 8 });
  if (!json.ok) return null;
  const parsed = TrustFile.safeParse(json.value);
  return parsed.success ? parsed.data : null;
}

type Content = z.infer<typeof TrustFileContent>;

function areOwnersPeople({ owners, people }: Content): boolean {
  return owners.every((owner) => Object.hasOwn(people, owner));
}

function hasDistinctNames({ people }: Content): boolean {
  return areDistinct(Object.keys(people).map(nameKey));
}

/** One key for two names would let one signature count twice. */
function hasDistinctKeys({ people, engines, recovery }: Content): boolean {
  const keys = Object.values(people).flatMap((person) => person.keys.map(({ key }) => key));
  return areDistinct([...keys, ...Object.values(engines), ...recovery]);
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
