import { z } from "zod";
import { Digest, ObjectId } from "../kernel/ids.ts";
import { LoosenedKey } from "../policy/loosened/loosened-key.ts";

/** What a round pins. Verdicts, checks, findings and pictures of the change all carry it. */
export const Content = z.strictObject({
  repo: z.string().min(1).max(200),
  target: z.string().min(1).max(250),
  base: ObjectId,
  head: ObjectId,
  tree: ObjectId,
  /**
   * The commit of the target's accepted history that the work parted from, where the base is the content of
   * another task. Whatever judges the work comes from here.
   */
  accepted: ObjectId.optional(),
});
export type Content = z.infer<typeof Content>;

export const FileFact = z.strictObject({
  path: z.string().min(1).max(4_096),
  oldPath: z.string().min(1).max(4_096).optional(),
  status: z.enum(["added", "modified", "deleted", "renamed", "copied", "type_changed"]),
  kind: z.enum(["file", "executable", "symlink", "submodule"]),
  modeChanged: z.boolean(),
  binary: z.boolean(),
  generated: z.boolean(),
  added: z.int().min(0),
  deleted: z.int().min(0),
});
export type FileFact = z.infer<typeof FileFact>;

/** Something a diff cannot show as text; a person must acknowledge each. */
export const Unshown = z.strictObject({
  path: z.string().min(1).max(4_096),
  why: z.enum(["binary", "symlink", "submodule", "mode", "too_large"]),
});
export type Unshown = z.infer<typeof Unshown>;

/** A sign that tests became weaker. */
export const WeakenedTest = z.strictObject({
  path: z.string().min(1).max(4_096),
  what: z.enum(["test_deleted", "assertion_removed", "test_skipped", "threshold_loosened"]),
});
export type WeakenedTest = z.infer<typeof WeakenedTest>;

/** Commits of a change that are read, the newest first; more are not. */
export const MAX_COMMITS = 1_000;

export const Commit = z.strictObject({
  id: ObjectId,
  authorName: z.string().max(500),
  authorEmail: z.string().max(500),
  /** Facts of older logs lack it. */
  committerEmail: z.string().max(500).optional(),
  subject: z.string().max(2_000),
});
export type Commit = z.infer<typeof Commit>;

/** Loosened keys that are kept; a policy has fewer. */
const MAX_LOOSENED = 3_000;

/** What a change does to the policy, from reading the policy of its base and of its result. */
export const PolicyChange = z.strictObject({
  /** Files that the policy is read from on either side, besides those with a fixed name. */
  bases: z.array(z.string().min(1).max(4_096)).max(200),
  effect: z.enum(["none", "changed", "unreadable"]),
  /** Why the result has no readable policy; empty otherwise. */
  problem: z.string().max(2_000),
  /** Keys that ask for less than before. Absent in facts of older versions, which did not compare them. */
  loosened: z.array(LoosenedKey).max(MAX_LOOSENED).optional(),
});
export type PolicyChange = z.infer<typeof PolicyChange>;

/** A changed file that accepted scripts, settings or links lead checks to. */
export const ReachedFile = z.strictObject({
  file: z.string().min(1).max(4_096),
  /** The accepted file that names it, or the link; empty for the check's own command. */
  through: z.string().max(4_096),
  /** Ids of the checks. */
  checks: z.array(z.string().max(200)),
});
export type ReachedFile = z.infer<typeof ReachedFile>;

/** What a round changed. Made once by `normalize()`, then only read. */
export const Facts = z.strictObject({
  content: Content,
  files: z.array(FileFact),
  linesAdded: z.int().min(0),
  linesDeleted: z.int().min(0),
  commits: z.array(Commit),
  unshown: z.array(Unshown),
  weakenedTests: z.array(WeakenedTest),
  /** Keys changed in JSON files that the policy protects by `file#key`, as `file#key`. */
  changedKeys: z.array(z.string().max(4_400)),
  /** Absent in facts of older versions; names alone then tell which files are policy. */
  policyChange: PolicyChange.optional(),
  /** Absent in facts of older versions, and where nothing is reached. */
  reachedFiles: z.array(ReachedFile).optional(),
  digest: Digest,
});
export type Facts = z.infer<typeof Facts>;

/** The address under which the engine commits uncommitted work and merges. */
export const ENGINE_EMAIL = "countersign@localhost";
