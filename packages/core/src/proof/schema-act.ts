import { z } from "zod";
import { Resolution } from "../decision/resolution.ts";
import { ActorId, Digest, FindingId, ObjectId, TaskId } from "../kernel/ids.ts";
import { MODES } from "../policy/words.ts";
import { Counts } from "../verdict/schema.ts";
import { SignatureLevel } from "./presence-level.ts";
import {
  KeyFingerprint,
  ProvenContent,
  ProvenRepositoryId,
  STATEMENT_TYPE,
  StatementTime,
  TargetRef,
  TrustReference,
} from "./statement-fields.ts";

/** The fields of every act. */
const COMMON = {
  by: ActorId,
  key: KeyFingerprint,
  /** The level that the client requests. A signature that shows less contradicts it. */
  level: SignatureLevel,
  repository: ProvenRepositoryId,
  trust: TrustReference,
  /** The salted SHA-256 of the person's note. Null without a note. */
  note: Digest.nullable(),
  /** Issued by the engine, valid once. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  at: StatementTime,
  /** The act must be recorded before this time. The merge may follow later. */
  until: StatementTime,
};

/** The fields of acts about one round of a task. */
const ON_TASK = {
  ...COMMON,
  task: TaskId,
  round: z.int().min(1),
  content: ProvenContent,
  policy: Digest,
  plan: Digest.nullable(),
};

/** What the client displayed. It reports this honestly; a signature does not prove it. */
const Displayed = z.strictObject({
  what: z.enum(["diff", "summary"]),
  /** The SHA-256 of the displayed patch. Null for a summary. */
  sha256: Digest.nullable(),
  files: z.int().min(0),
  /** Number of files that were on the screen. */
  opened: z.int().min(0),
  /** Changed paths that a patch cannot show as text. */
  unshown: z.array(z.string().min(1).max(4_096)).max(1_000),
});

const FindingsShown = z.strictObject({ sha256: Digest, counts: Counts });

/** The answer to one requirement. Equal digests mean the same question, also in a recompiled plan. */
const AnsweredRequirement = z.strictObject({ id: z.string().min(1).max(200), sha256: Digest });

const Disposal = z.strictObject({ id: FindingId, is: z.enum(["open", "dismissed", "deferred"]) });

const TrustFacts = z.array(z.string().min(1).max(4_096)).max(1_000);

/** What a person decided, with everything that the decision settles. */
export const PersonAct = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("approve"),
    ...ON_TASK,
    requirement: AnsweredRequirement,
    shown: Displayed,
    findings: FindingsShown,
  }),
  z.strictObject({
    act: z.literal("override"),
    ...ON_TASK,
    shown: Displayed,
    findings: FindingsShown,
  }),
  z.strictObject({
    act: z.literal("release"),
    ...ON_TASK,
    resolutions: z.array(Resolution).min(1).max(100),
  }),
  z.strictObject({
    act: z.literal("dispose"),
    ...ON_TASK,
    disposed: z.array(Disposal).min(1).max(1_000),
  }),
  z.strictObject({ act: z.literal("mode"), ...ON_TASK, mode: z.enum(MODES) }),
  z.strictObject({
    act: z.literal("label"),
    ...ON_TASK,
    label: z.string().min(1).max(100),
    added: z.boolean(),
  }),
  z.strictObject({
    act: z.literal("cancel"),
    ...ON_TASK,
    requirement: AnsweredRequirement,
    reviewer: ActorId,
  }),
  /** Undoes an act that is named by its digest. */
  z.strictObject({ act: z.literal("retract"), ...COMMON, retracts: Digest }),
  /** Accepts commits of others on the target. */
  z.strictObject({ act: z.literal("accept"), ...COMMON, from: ObjectId, to: ObjectId }),
  z.strictObject({
    act: z.literal("trust"),
    ...COMMON,
    next: TrustReference,
    added: TrustFacts,
    removed: TrustFacts,
  }),
  /** Begins the chain. `files` is the digest of every file of the tree. */
  z.strictObject({ act: z.literal("root"), ...COMMON, files: Digest }),
  /** Lets new verifiers begin at this move. */
  z.strictObject({
    act: z.literal("waypoint"),
    ...COMMON,
    number: z.int().min(1),
    move: Digest,
  }),
]);
export type PersonAct = z.infer<typeof PersonAct>;

/** An act as an in-toto statement. The resulting tree is the only subject. */
export const ActStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  predicateType: z.literal("https://countersign.dev/act/v1"),
  subject: z.tuple([
    z.strictObject({ name: TargetRef, digest: z.strictObject({ gitTree: ObjectId }) }),
  ]),
  predicate: PersonAct,
});
export type ActStatement = z.infer<typeof ActStatement>;
