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
    .describe("How its output is read"),
  timeout: Duration.default("15m").describe("After this it has no result"),
  onStop: z.boolean().default(false).describe("Also run when the agent stops, if it is fast"),
  judges: z
    .array(z.string().min(1).max(300))
    .max(100)
    .optional()
    .describe(
      "Files that steer this check besides those that countersign knows, as patterns, or `file#key` for a part of a JSON file. The check reads them from the target branch, and a change of one needs the owner",
    ),
});

export const Prepare = z.strictObject({
  run: z
    .string()
    .min(1)
    .max(2_000)
    .nullable()
    .default("npm ci --ignore-scripts")
    .describe("The command that makes a checkout ready; null for none"),
  cacheKey: Words.default(["package-lock.json"]).describe(
    "Files, by path or pattern, whose bytes decide whether the result may be used again; the command sees these and the package manifests alone. Empty: it sees the whole checkout and nothing is kept",
  ),
  allowHosts: Words.default([]).describe(
    "Public hosts it may reach, as `host` or `host:port`, besides the public registry of its packages and the hosts of the accepted lock file. `*` has no effect",
  ),
});

export const Limits = z.strictObject({
  attempts: z
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe("Automatic rework at this attempt escalates instead"),
  reassignAfter: z
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe("Number of rejections by one reviewer after which another one is chosen"),
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
    .describe("Lost races, network faults and dirty work trees before a person is asked"),
  lease: Duration.default("60m").describe(
    "How long an agent keeps a claimed task without a sign of life",
  ),
  machineDeadline: Duration.default("30m").describe(
    "How long a round waits for machines before it escalates",
  ),
  clarify: Duration.default("30m").describe(
    "How long a clarification may take before it escalates",
  ),
  reminders: z
    .array(Duration)
    .default(["4h", "24h"])
    .describe("When a waiting person is reminded; the last one repeats"),
  costUsdPerReview: z.number().min(0).default(1).describe("Spending cap of one review"),
  costUsdPerTask: z
    .number()
    .min(0)
    .default(5)
    .describe("Spending cap of one task; above it the task escalates"),
  costUsdPerDay: z.number().min(0).default(50).describe("Spending cap of one day"),
});

export const Silence = z.strictObject({
  agent: Duration.default("15m").describe("No event from one agent"),
  run: Duration.default("15m").describe("No event from any agent"),
});

export const Carry = z.strictObject({
  default: z.enum(["none"]).default("none").describe("Verdicts that survive new content"),
  check: z
    .enum(["none", "same-tree"])
    .default("same-tree")
    .describe("A check's verdict for an equal tree"),
  human: z
    .enum(["none", "same-bytes"])
    .default("none")
    .describe("A person's verdict for equal bytes of what was read"),
});

/** What git accepts as a branch and no command line can read as an option. */
const BranchName = z
  .string()
  .max(250)
  .regex(
    /^(?![-./@])(?!.*(?:\.\.|\/[./]|@\{|\.lock(?:\/|$)))[\w.@+/-]*[\w@+-]$/u,
    "the name of a branch such as main or release/1.2",
  );

export const Merge = z.strictObject({
  target: BranchName.default("main").describe("The branch that approved work is merged to"),
  strategy: z
    .enum(["merge", "squash", "rebase", "none"])
    .default("merge")
    .describe("none: approved work is done without a merge"),
  graceSeconds: z
    .int()
    .min(0)
    .max(3_600)
    .default(10)
    .describe("Seconds between a person's decision and its outward effects, in which undo works"),
  freshness: z
    .enum(["clean-merge", "no-overlap", "strict"])
    .default("clean-merge")
    .describe(
      "clean-merge: git decides what conflicts, and a clean result whose checks pass is merged; no-overlap: a file that both sides changed goes back to its author; strict: the target may not have moved since the work began",
    ),
  reviewAgain: z
    .enum(["never", "when_tree_differs"])
    .default("never")
    .describe(
      "when_tree_differs: a merge whose result is not the approved tree is reviewed as a new round instead of merged",
    ),
  foreign: z
    .enum(["accept", "hold", "protected"])
    .default("hold")
    .describe(
      "Commits on the target that countersign did not merge. hold: merges wait until an owner releases them; accept: an owner's own commits are accepted unreviewed where no agent was at work and nothing that judges changed, all others wait; protected: for a target that only countersign may move, where a release also needs a verified person",
    ),
});

export const Trackers = z.strictObject({
  beads: z
    .strictObject({
      enabled: z
        .union([z.boolean(), z.literal("auto")])
        .default("auto")
        .describe("auto: when the repository uses Beads"),
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
  engineDays: z.int().min(1).default(7).describe("Finished work of the engine"),
});
