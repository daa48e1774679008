import { z } from "zod";
import { Digest, ObjectId, TaskId } from "../kernel/ids.ts";
import {
  ProvenContent,
  ProvenRepositoryId,
  STATEMENT_TYPE,
  StatementTime,
  TargetRef,
  TrustReference,
} from "./statement-fields.ts";

/** How the target moved. `forge`: a forge squashed or rebased; `accept`: commits of others were accepted. */
const MoveKind = z.enum(["merge", "squash", "rebase", "forge", "accept", "trust"]);

/** The policy of the parent: its digest, its files in git, and the release that resolved it. */
const ProvenPolicy = z.strictObject({
  sha256: Digest,
  files: z.array(z.strictObject({ path: z.string().min(1).max(4_096), blob: ObjectId })).max(200),
  release: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,50})?$/),
});

const ProvenDecision = z.strictObject({
  sha256: Digest,
  /** The `inputsDigest` of the decision. */
  inputs: Digest,
  decider: z.int().min(1),
});

/** What a task's round contributes to a move. */
const ProvenRound = z.strictObject({
  task: TaskId,
  round: z.int().min(1),
  content: ProvenContent,
  /** `tree`: the commit has the approved tree. `changes`: it makes the approved changes to its parent. */
  binding: z.enum(["tree", "changes"]),
  plan: Digest,
  decision: ProvenDecision,
  /** The SHA-256 of the line with the inputs. Null if the inputs stay in the engine. */
  inputs: Digest.nullable(),
});

/** The end of the task's log, and where a seal covers it. */
const LogPosition = z.strictObject({
  seq: z.int().min(1),
  head: Digest,
  seal: z.int().min(1).nullable(),
  /** Hashes from the leaf to the root of the seal. */
  path: z.array(Digest).max(64),
});

/** The engine's claim about one move of the target. */
const MovePredicate = z.strictObject({
  how: MoveKind,
  number: z.int().min(1),
  /** The SHA-256 of the preceding move's line. Null for the root. */
  previous: Digest.nullable(),
  repository: ProvenRepositoryId,
  /** The commit at which the target was before. Null if the target did not exist. */
  parent: ObjectId.nullable(),
  /** The digest of the changes between parent and commit. For the root: of every file. */
  changes: Digest,
  /** Null for moves without a review: accepted commits and changes of trust. */
  round: ProvenRound.nullable(),
  policy: ProvenPolicy,
  trust: TrustReference,
  /** Every act of the move, complete and in the order of the file, with the time of its record. */
  acts: z.array(z.strictObject({ sha256: Digest, recorded: StatementTime })).max(1_000),
  log: LogPosition.nullable(),
  program: z.string().min(1).max(100),
  at: StatementTime,
});

/** A move as an in-toto statement. The new commit and its tree are the only subject. */
export const MoveStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  predicateType: z.literal("https://countersign.dev/move/v1"),
  subject: z.tuple([
    z.strictObject({
      name: TargetRef,
      digest: z.strictObject({ gitCommit: ObjectId, gitTree: ObjectId }),
    }),
  ]),
  predicate: MovePredicate,
});
export type MoveStatement = z.infer<typeof MoveStatement>;
