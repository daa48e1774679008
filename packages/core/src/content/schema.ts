import { z } from "zod";
import { ActorId, Digest, ObjectId } from "../kernel/ids.ts";
import { LoosenedKey } from "../policy/loosened/loosened-key.ts";

/** The content that a round pins. Verdicts, checks, findings and images of the change all contain it. */
export const Content = z.strictObject({
  repo: z.string().min(1).max(200),
  target: z.string().min(1).max(250),
  base: ObjectId,
  head: ObjectId,
  tree: ObjectId,
  /**
   * The merge base with the target's accepted history, if the base is another task's content. Policy and judge
   * files are read from here.
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

/** An entry that a diff cannot show as text. A person must acknowledge each. */
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

/** Maximum number of commits of a change to read, newest first. */
export const MAX_COMMITS = 1_000;

export const Commit = z.strictObject({
  id: ObjectId,
  authorName: z.string().max(500),
  authorEmail: z.string().max(500),
  /** Missing in facts of older logs. */
  committerEmail: z.string().max(500).optional(),
  subject: z.string().max(2_000),
});
export type Commit = z.infer<typeof Commit>;

/** Maximum number of loosened keys, which is more than a policy has. */
const MAX_LOOSENED = 3_000;

/** How a change alters the policy, from the policies of its base and its result. */
export const PolicyChange = z.strictObject({
  /** Files with parts of the policy on either side, other than those with a fixed name. */
  bases: z.array(z.string().min(1).max(4_096)).max(200),
  effect: z.enum(["none", "changed", "unreadable"]),
  /** Why the result's policy is unreadable. Empty if it is readable. */
  problem: z.string().max(2_000),
  /** Keys that are less strict than before. Absent in facts of older versions, which did not compare them. */
  loosened: z.array(LoosenedKey).max(MAX_LOOSENED).optional(),
});
export type PolicyChange = z.infer<typeof PolicyChange>;

/** A changed file that accepted scripts, settings or links lead checks to. */
export const ReachedFile = z.strictObject({
  file: z.string().min(1).max(4_096),
  /** The accepted file or link that names it. Empty for the check's own command. */
  through: z.string().max(4_096),
  /** Ids of the checks. */
  checks: z.array(z.string().max(200)),
});
export type ReachedFile = z.infer<typeof ReachedFile>;

/** Paths of a change that a line of the target's CODEOWNERS assigns to owners. */
export const OwnedPaths = z.strictObject({
  line: z.int().min(1),
  /** The first such path of the change. */
  path: z.string().min(1).max(4_096),
  /** The owners whose accounts or addresses belong to people. */
  people: z.array(ActorId).max(200),
  /** The other owners, as the file names them. */
  unknown: z.array(z.string().max(400)).max(200),
});
export type OwnedPaths = z.infer<typeof OwnedPaths>;

/** The facts of a round's change. `normalize()` creates them once. */
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
  /** Absent in facts of older versions, where file names alone identify policy files. */
  policyChange: PolicyChange.optional(),
  /** Absent in facts of older versions, and if there are none. */
  reachedFiles: z.array(ReachedFile).optional(),
  /** Absent in facts of older versions, if the policy does not ask code owners, and if no path has one. */
  codeOwners: z.array(OwnedPaths).optional(),
  digest: Digest,
});
export type Facts = z.infer<typeof Facts>;

/** The email address of the engine's commits: uncommitted work and merges. */
export const ENGINE_EMAIL = "countersign@localhost";
