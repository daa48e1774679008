import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import { Duration } from "./words.ts";

const Words = z.array(z.string().min(1).max(200));

export const Check = z.strictObject({
  id: ActorId.describe("The name of the check"),
  run: z.string().min(1).max(2_000).describe("The command, taken from the target branch"),
  format: z
    .enum(["exit", "sarif", "rdjson", "rdjsonl", "junit", "checkstyle", "eslint", "tsc"])
    .default("exit")
    .describe("The format of its output"),
  timeout: Duration.default("15m").describe("Time after which it has no result"),
  onStop: z
    .boolean()
    .default(false)
    .describe("Whether to run it also when the agent stops; for fast checks"),
  judges: z
    .array(z.string().min(1).max(300))
    .max(100)
    .optional()
    .describe(
      "Additional files that configure this check, as patterns, or `file#key` for a part of a JSON file. The check reads them from the target branch, and a change to one needs the owner",
    ),
});

export const Prepare = z.strictObject({
  run: z
    .string()
    .min(1)
    .max(2_000)
    .nullable()
    .default("npm ci --ignore-scripts")
    .describe("The command that prepares a checkout; null: none"),
  cacheKey: Words.default(["package-lock.json"]).describe(
    "Files, by path or pattern, that are the cache key of the result; the command sees only these files and the package manifests. Empty: it sees the whole checkout, and nothing is cached",
  ),
  allowHosts: Words.default([]).describe(
    "Public hosts that it may reach, as `host` or `host:port`, in addition to the public registry of its packages and the hosts of the accepted lock file. `*` has no effect",
  ),
});

export const Limits = z.strictObject({
  attempts: z
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe(
      "Number of attempts after which a task escalates instead of going back automatically",
    ),
  reassignAfter: z
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe("Number of rejections by one reviewer after which another reviewer is chosen"),
  stallRounds: z
    .int()
    .min(2)
    .max(100)
    .default(3)
    .describe(
      "Number of consecutive rounds with the same counted finding open after which the task escalates",
    ),
  mergeRetries: z
    .int()
    .min(0)
    .max(1_000)
    .default(10)
    .describe(
      "Number of failed merge attempts (lost races, network errors, dirty worktrees) after which a person is asked",
    ),
  lease: Duration.default("60m").describe(
    "Time for which an agent keeps a claimed task without a heartbeat",
  ),
  machineDeadline: Duration.default("30m").describe(
    "Time for which a round waits for checks and agents before it escalates",
  ),
  clarify: Duration.default("30m").describe(
    "Time for which a clarification may stay open before it escalates",
  ),
  reminders: z
    .array(Duration)
    .default(["4h", "24h"])
    .describe("Intervals after which a person is reminded; the last one repeats"),
  costUsdPerReview: z
    .number()
    .min(0)
    .default(1)
    .describe("Spending limit of one review, in US dollars"),
  costUsdPerTask: z
    .number()
    .min(0)
    .default(5)
    .describe("Spending limit of one task, in US dollars; above it the task escalates"),
  costUsdPerDay: z.number().min(0).default(50).describe("Spending limit of one day, in US dollars"),
});

export const Silence = z.strictObject({
  agent: Duration.default("15m").describe("Time without an event from one agent"),
  run: Duration.default("15m").describe("Time without an event from any agent"),
});

export const Carry = z.strictObject({
  default: z.enum(["none"]).default("none").describe("Whether verdicts stay valid for new content"),
  check: z
    .enum(["none", "same-tree"])
    .default("same-tree")
    .describe("same-tree: a check's verdict stays valid for an identical tree"),
  human: z
    .enum(["none", "same-bytes"])
    .default("none")
    .describe("same-bytes: a person's verdict stays valid if the content they read is identical"),
});

/** A valid git branch name that no command line can read as an option. */
const BranchName = z
  .string()
  .max(250)
  .regex(
    /^(?![-./@])(?!.*(?:\.\.|\/[./]|@\{|\.lock(?:\/|$)))[\w.@+/-]*[\w@+-]$/u,
    "the name of a branch such as main or release/1.2",
  );

export const Merge = z.strictObject({
  target: BranchName.default("main").describe("The branch that approved work is merged into"),
  strategy: z
    .enum(["merge", "squash", "rebase", "none"])
    .default("merge")
    .describe("none: an approved task is done without a merge"),
  graceSeconds: z
    .int()
    .min(0)
    .max(3_600)
    .default(10)
    .describe("Seconds between a person's decision and its effects, in which it can be undone"),
  freshness: z
    .enum(["clean-merge", "no-overlap", "strict"])
    .default("clean-merge")
    .describe(
      "clean-merge: git detects conflicts, and a clean result is merged if its checks pass; no-overlap: if the target has changed the same file, the task goes back to its author; strict: the target may not have moved since the work began",
    ),
  reviewAgain: z
    .enum(["never", "when_tree_differs"])
    .default("never")
    .describe(
      "when_tree_differs: if the merge result differs from the approved tree, it is reviewed as a new round",
    ),
  through: z
    .enum(["host", "push", "queue"])
    .optional()
    .describe(
      "How pull requests are merged. host (the default): the forge merges the approved head; push: countersign pushes its own merge commit to the target after its checks passed; queue: the pull request is added to the forge's merge queue",
    ),
  foreign: z
    .enum(["accept", "hold", "protected"])
    .default("hold")
    .describe(
      "Commits on the target that countersign did not merge. hold: merges wait until an owner releases them; accept: an owner's own commits are accepted without review if no agent was active and no policy or check configuration changed, all others wait; protected: for a target that only countersign can move; a release also needs a verified person",
    ),
});

/** An object without keys is left out, so that policies of older releases keep their digest. */
export const Proofs = z
  .strictObject({
    inputs: z
      .boolean()
      .optional()
      .describe(
        "true (the default): a proof contains the inputs of its decision, without any text; false: they stay in the engine, and a verifier cannot decide again",
      ),
    refs: z
      .enum(["refs/countersign", "refs/heads/countersign"])
      .optional()
      .describe(
        "Where other repositories keep the proofs that are pushed to them. refs/countersign (the default), or refs/heads/countersign for forges that can only protect branches",
      ),
  })
  .transform((proofs) => (Object.keys(proofs).length === 0 ? undefined : proofs));

export const Trackers = z.strictObject({
  beads: z
    .strictObject({
      enabled: z
        .union([z.boolean(), z.literal("auto")])
        .default("auto")
        .describe("auto: if the repository uses Beads"),
    })
    .prefault({})
    .describe("Beads"),
  github: z
    .strictObject({
      enabled: z
        .union([z.boolean(), z.literal("auto")])
        .default(false)
        .describe("Publish to GitHub"),
    })
    .prefault({})
    .describe("GitHub"),
});

export const Retention = z.strictObject({
  engineDays: z
    .int()
    .min(1)
    .default(7)
    .describe("Days for which finished work of the engine is kept"),
});
