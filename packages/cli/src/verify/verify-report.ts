import {
  PROOF_PROBLEMS,
  PresenceLevel,
  type ProofProblemCode,
  SignatureLevel,
} from "@countersign/core";
import { z } from "zod";

const isProblem = (text: string): text is ProofProblemCode => Object.hasOwn(PROOF_PROBLEMS, text);
const PROBLEM_CODES = Object.keys(PROOF_PROBLEMS).filter(isProblem);

/** A problem, the number of its move in the chain, and what it is about. */
const ReportedProofProblem = z.object({
  code: z.enum(PROBLEM_CODES),
  /** Null: the chain as a whole. */
  move: z.int().nullable(),
  /** The digest of an act, a path, an id, or what is missing. */
  about: z.string().nullable(),
});
export type ReportedProofProblem = z.infer<typeof ReportedProofProblem>;

/** A person's act in a move, with the level that its signature shows. */
const ReportedAct = z.object({
  by: z.string(),
  act: z.string(),
  /** The requirement of an approval. */
  requirement: z.string().nullable(),
  /** Null: the signature is not valid. */
  level: SignatureLevel.nullable(),
  /** True if the key was enrolled with an attestation of the device's maker. */
  attested: z.boolean(),
  /** The page on which a passkey signed. */
  origin: z.string().nullable(),
  at: z.string(),
  /** The client's own report. */
  shown: z
    .object({ what: z.enum(["diff", "summary"]), files: z.int(), opened: z.int() })
    .nullable(),
});
export type ReportedAct = z.infer<typeof ReportedAct>;

const ReportedMove = z.object({
  number: z.int(),
  commit: z.string(),
  result: z.enum(["proved", "unproved", "contradicted"]),
  how: z.enum(["merge", "squash", "rebase", "forge", "accept", "trust"]),
  task: z.string().nullable(),
  round: z.int().nullable(),
  binding: z.enum(["tree", "changes"]).nullable(),
  parent: z.string().nullable(),
  /** True if an owner overrode a decision that was not complete. */
  overridden: z.boolean(),
  /** True if the decision was made again, with the same bytes. */
  replayed: z.boolean(),
  /** Number of requirements of the plan. Null if the proof does not contain them. */
  requirements: z.int().nullable(),
  policyFiles: z.array(z.string()),
  acts: z.array(ReportedAct),
});
export type ReportedMove = z.infer<typeof ReportedMove>;

/** How the root is known. */
const RootOrigin = z.enum(["given", "remembered", "first_use", "unknown"]);
export type RootOrigin = z.infer<typeof RootOrigin>;

/** The result of verifying a commit or a range in a clone. */
export const VerifyReport = z.object({
  result: z.enum(["proved", "unproved", "contradicted"]),
  /** The verified commit: the end of the range. */
  commit: z.string(),
  /** Null for a single commit. */
  from: z.string().nullable(),
  /** Null if the clone has no proofs. */
  target: z.string().nullable(),
  /** True if the commit came in with a move, and is not its end. */
  isPart: z.boolean(),
  root: z.object({
    fingerprint: z.string().nullable(),
    is: RootOrigin,
    /** Where the root is remembered. */
    file: z.string().nullable(),
  }),
  chain: z.object({
    /** The number of the newest move. */
    moves: z.int(),
    /** The waypoint at which the walk began. Null: the root. */
    waypoint: z.int().nullable(),
    /** Moves that an earlier run verified. */
    bookmarked: z.int(),
    /** Other moves that are not proved. */
    unproved: z.array(z.int()),
    /** Other moves that rely on a key that was revoked later. */
    revoked: z.array(z.int()),
  }),
  /** The newest state that witnesses saw. Null: none, or the clone lacks what is needed to compare it. */
  witnessed: z
    .object({
      /** The number of moves at that state. */
      moves: z.int(),
      /** The number of witnesses that the trust file asks for, at least one. */
      needed: z.int(),
      seen: z.array(z.object({ name: z.string(), at: z.string() })),
    })
    .nullable(),
  /** True if every file of the commit was checked, not only what changed. */
  checkedObjects: z.boolean(),
  required: z.object({ people: z.int(), level: PresenceLevel, witness: z.boolean() }),
  moves: z.array(ReportedMove),
  problems: z.array(ReportedProofProblem),
  proves: z.array(z.string()),
  doesNotProve: z.array(z.string()),
});
export type VerifyReport = z.infer<typeof VerifyReport>;
