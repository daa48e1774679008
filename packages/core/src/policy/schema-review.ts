import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import { Duration, Glob, Layer, Severity } from "./words.ts";

const Text = z.string().trim().min(1).max(2_000);

export const Domain = z.strictObject({
  id: ActorId.describe("The name of the domain"),
  globs: z.array(Glob).min(1).describe("Paths that belong to it"),
  risk: z.int().min(0).max(10).default(0).describe("Points that it adds to the risk score"),
  description: Text.describe("What the domain is about"),
});
export type Domain = z.infer<typeof Domain>;

const Steps = z
  .array(z.tuple([z.int().min(0), z.int().min(0).max(10)]))
  .describe("[up to and including, points]; above the last step its points apply");

export const Risk = z.strictObject({
  domain: z
    .enum(["highest-plus-one", "highest"])
    .default("highest-plus-one")
    .describe(
      "highest-plus-one: the highest domain risk counts in full, each further domain adds one; highest: only the highest",
    ),
  lines: Steps.default([
    [50, 0],
    [200, 1],
    [500, 2],
    [1_000, 3],
  ]),
  files: Steps.default([
    [10, 0],
    [40, 1],
  ]),
  dependency: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe("Points if a dependency manifest or lock file changed"),
  migration: z.int().min(0).max(10).default(2).describe("Points if a database migration changed"),
  protected: z.int().min(0).max(10).default(3).describe("Points if a protected path changed"),
  testsWeakened: z
    .int()
    .min(0)
    .max(10)
    .default(3)
    .describe("Points if tests were removed, skipped or loosened"),
  generatedIgnored: z
    .boolean()
    .default(true)
    .describe("Whether lines of generated files are ignored"),
});
export type Risk = z.infer<typeof Risk>;

/** Maps the three results of an audit to severities. Several failures raise the worst finding. */
export const Elevation = z.strictObject({
  fail: Severity.default("major").describe("Severity of a failed dimension"),
  warn: Severity.default("warning").describe("Severity of a dimension with a warning"),
  failuresToRaise: z
    .int()
    .min(1)
    .default(3)
    .describe("Number of failed dimensions from which the worst finding is raised"),
  raiseTo: Severity.default("critical").describe("Severity to which the worst finding is raised"),
});
export type Elevation = z.infer<typeof Elevation>;

const Condition = z.strictObject({
  domain: ActorId.optional().describe("Holds if a file of this domain changed"),
  riskAtLeast: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe("Holds if the risk score is at least this"),
  type: ActorId.optional().describe("Holds if the task is of this type"),
  label: z.string().min(1).max(200).optional().describe("Holds if the task has this label"),
  paths: z
    .array(Glob)
    .min(1)
    .optional()
    .describe("Holds if a changed path matches one of these patterns"),
});

export const When = z
  .union([z.literal("always"), Condition])
  .describe("always, or conditions that must all hold");
export type When = z.infer<typeof When>;

/** Maximum characters of one text for a reviewer: its instructions, or one of its skills. */
export const MAX_OWNER_TEXT = 20_000;

const OwnText = z.string().trim().min(1).max(MAX_OWNER_TEXT);

/** A text of the owner: inline, or in a file of the repository. */
export const OwnerText = z.union([
  OwnText,
  z.strictObject({
    file: z
      .string()
      .min(1)
      .max(500)
      .describe("A file of this repository, without its front matter"),
    text: OwnText.optional().describe(
      "The content of the file. The engine sets it when it reads the policy and replaces any text written here",
    ),
  }),
]);
export type OwnerText = z.infer<typeof OwnerText>;

export const Reviewer = z.strictObject({
  id: ActorId.describe("The reviewer's name"),
  name: Text.describe("Its display name"),
  kind: z.enum(["agent", "check"]).describe("agent: reads and judges; check: a program"),
  adapter: z
    .enum(["builtin", "check", "claude", "codex", "gemini", "opencode", "acp", "model", "http"])
    .describe("The program that runs it"),
  model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe("The model, if the adapter supports a choice"),
  modelFamily: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe("The model's family, for rules about independence"),
  tools: z
    .array(z.string().min(1).max(100))
    .default(["Read", "Grep", "Glob"])
    .describe("Tools that it may use"),
  capabilities: z.array(z.string().min(1).max(100)).default([]).describe("Its fields of expertise"),
  maxSeverity: Severity.default("critical").describe(
    "Maximum severity of its findings that have no rule",
  ),
  timeout: Duration.default("10m").describe("Time after which it has no result"),
  retries: z.int().min(0).max(10).default(1).describe("Number of retries"),
  concurrency: z.int().min(1).max(1_000).default(2).describe("Maximum number of parallel runs"),
  ratePerMinute: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe("Maximum number of runs per minute; null: no limit"),
  budgetUsd: z
    .number()
    .min(0)
    .nullable()
    .default(1)
    .describe("Spending limit of one answer, in US dollars; null: no limit"),
  fallback: ActorId.nullable()
    .default(null)
    .describe("The reviewer that takes over if this one has no result"),
  maxWords: z
    .int()
    .min(20)
    .max(5_000)
    .default(200)
    .describe("Maximum length of its summary, in words"),
  focusAreas: z
    .array(Text)
    .default(["Security vulnerabilities", "Spec compliance", "Integration correctness"])
    .describe("Topics that it concentrates on"),
  elevate: Elevation.nullable()
    .default(null)
    .describe("How the results pass, warn and fail of an audit map to severities"),
  instructions: OwnerText.optional().describe(
    "The owner's instructions, in addition to its focus areas and rules. Default: none",
  ),
  skills: z
    .array(OwnerText)
    .max(8)
    .optional()
    .describe("Background knowledge, such as a SKILL.md, that it reads before the change"),
  when: When.optional().describe(
    "When it is asked: always, or conditions that must all hold. Default: only if an entry of policies requires it",
  ),
  description: Text.describe("Its purpose"),
});
export type Reviewer = z.infer<typeof Reviewer>;

export const Rule = z.strictObject({
  id: ActorId.describe("The rule's id"),
  name: Text.describe("The rule in a few words"),
  severity: Severity.describe("Its severity; a model may raise it, never lower it"),
  reviewer: ActorId.describe("The reviewer that checks it"),
  category: ActorId.describe("Its category"),
  description: Text.describe("Why it matters"),
  detection: Text.describe("What to look for"),
  recommendation: Text.describe("What to do instead"),
});
export type Rule = z.infer<typeof Rule>;

const Quorum = z.int().min(1).max(100).default(1).describe("Number of answers that are required");

export const Demand = z.union([
  z.strictObject({ reviewer: ActorId.describe("A reviewer of the registry"), quorum: Quorum }),
  z.strictObject({ layer: Layer.describe("A layer of people or agents"), quorum: Quorum }),
]);
export type Demand = z.infer<typeof Demand>;

export const ReviewPolicy = z.strictObject({
  id: ActorId.describe("The policy's id"),
  when: When,
  require: z.array(Demand).min(1).describe("The reviewers and layers that must answer"),
  priority: z.int().min(0).max(100).default(50).describe("Order in explanations; higher first"),
  description: Text.describe("Why the policy exists"),
});
export type ReviewPolicy = z.infer<typeof ReviewPolicy>;

export const PanelPolicy = z.strictObject({
  members: z.array(ActorId).min(1).max(100).describe("Reviewers asked together"),
  quorum: z.int().min(1).max(100).describe("Number of members that must answer"),
  when: When.default("always"),
});
export type PanelPolicy = z.infer<typeof PanelPolicy>;
