import { ActorId, KeyFingerprint, ObjectId } from "@countersign/core";
import { z } from "zod";
import { RepositoryId } from "./words.ts";

const Fingerprint = KeyFingerprint;
const PublicKeyText = z.string().min(1).max(5_000);
const ShownKey = z.object({
  fingerprint: z.string(),
  /** The public key as OpenSSH writes it, without a comment. */
  key: z.string(),
});

/** A request to begin or change trust or for a waypoint, and whose signatures it waits for. */
export const TrustRequestView = z.object({
  id: z.string(),
  kind: z.enum(["root", "change", "waypoint"]),
  state: z.enum(["open", "complete", "done", "outdated", "withdrawn", "expired"]),
  proposedBy: ActorId,
  proposedMs: z.number(),
  /** Until when people may sign. */
  untilMs: z.number(),
  /** The facts of the trust file that it adds and removes. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** True if the same commit sets `trust.humanPresence` to `verified`. */
  requiresSignatures: z.boolean(),
  /** The move at which new verifiers may begin, and its commit. Null for other requests. */
  waypoint: z.object({ number: z.int(), move: z.string(), commit: ObjectId }).nullable(),
  signed: z.array(z.object({ actor: ActorId, fingerprint: z.string(), atMs: z.number() })),
  waits: z.object({
    /** Number of owners who must still sign, and the owners who have not. */
    owners: z.number(),
    of: z.array(ActorId),
    /** New keys that must prove possession. */
    keys: z.array(z.object({ actor: ActorId, fingerprint: z.string() })),
  }),
  /** The commit on the target, or the one that stores the waypoint. Null until it is made. */
  commit: ObjectId.nullable(),
});
export type TrustRequestView = z.infer<typeof TrustRequestView>;

/** The trust file of a target, and the open request. */
export const TrustView = z.object({
  repo: RepositoryId,
  target: z.string(),
  /** The fingerprint that verifiers pin. Null before the root. */
  root: z.string().nullable(),
  /** Null if the target has no valid trust file. */
  trust: z
    .object({
      number: z.number(),
      repository: z.string(),
      people: z.array(
        z.object({
          name: ActorId,
          isOwner: z.boolean(),
          keys: z.array(ShownKey.extend({ addedBy: ActorId })),
        }),
      ),
      /** Number of owners who must sign a change. */
      quorum: z.number(),
      engines: z.array(ShownKey.extend({ name: ActorId })),
      recovery: z.array(ShownKey),
      witnesses: z.object({ quorum: z.number(), keys: z.array(z.string()) }),
      revoked: z.array(z.object({ key: z.string(), from: z.number() })),
    })
    .nullable(),
  request: TrustRequestView.nullable(),
});
export type TrustView = z.infer<typeof TrustView>;

const Names = z.array(ActorId).max(100).default([]);
const Fingerprints = z.array(Fingerprint).max(100).default([]);
const Count = z.int().min(0).max(100);

/** What a person proposes about the trust of a target. */
export const TrustProposal = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("root"),
    quorum: Count.optional(),
    people: Names,
    recovery: z.array(PublicKeyText).max(10).default([]),
  }),
  z.strictObject({
    kind: z.literal("change"),
    addPeople: Names,
    removePeople: Names,
    addKeys: Fingerprints,
    removeKeys: Fingerprints,
    addOwners: Names,
    removeOwners: Names,
    quorum: Count.optional(),
    addRecovery: z.array(PublicKeyText).max(10).default([]),
    removeRecovery: Fingerprints,
    addEngines: z
      .array(z.strictObject({ name: ActorId, key: PublicKeyText.nullable() }))
      .max(10)
      .default([]),
    removeEngines: Names,
    addWitnesses: z
      .array(z.string().regex(/^\S{1,1000}$/))
      .max(50)
      .default([]),
    removeWitnesses: z.array(z.string().max(1_000)).max(50).default([]),
    witnessQuorum: Count.optional(),
    revoke: z
      .array(z.strictObject({ key: Fingerprint, from: z.int().min(1).nullable() }))
      .max(100)
      .default([]),
  }),
  z.strictObject({ kind: z.literal("waypoint") }),
]);
