import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import { Duration, Glob, Layer, Severity } from "./words.ts";

const Text = z.string().trim().min(1).max(2_000);

export const Domain = z.strictObject({
  id: ActorId.describe("The name of the domain"),
  globs: z.array(Glob).min(1).describe("Paths that belong to it"),
  risk: z.int().min(0).max(10).default(0).describe("What it adds to the risk score"),
  description: Text.describe("What the domain is about"),
});
export type Domain = z.infer<typeof Domain>;

const Steps = z
  .array(z.tuple([z.int().min(0), z.int().min(0).max(10)]))
  .describe("[up to and including, points]; above the last one the last points count");

export const Risk = z.strictObject({
  domain: z
    .enum(["highest-plus-one", "highest"])
    .default("highest-plus-one")
    .describe("The highest domain risk counts in full, each further domain adds one"),
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
    .describe("A dependency manifest or lock file changed"),
  migration: z.int().min(0).max(10).default(2).describe("A database migration changed"),
  protected: z.int().min(0).max(10).default(3).describe("A protected path changed"),
  testsWeakened: z
    .int()
    .min(0)
    .max(10)
    .default(3)
    .describe("Tests were removed, skipped or loosened"),
  generatedIgnored: z.boolean().default(true).describe("Lines of generated files do not count"),
});
export type Risk = z.infer<typeof Risk>;

/** Three values of an audit become severities; enough failures raise the worst. Data, so that no code knows the auditor. */
export const Elevation = z.strictObject({
  fail: Severity.default("major").describe("Severity of a failed dimension"),
  warn: Severity.default("warning").describe("Severity of a dimension with a warning"),
  failuresToRaise: z
    .int()
    .min(1)
    .default(3)
    .describe("Number of failed dimensions from which the worst finding is raised"),
  raiseTo: Severity.default("critical").describe("What the worst finding becomes"),
});
export type Elevation = z.infer<typeof Elevation>;

const Condition = z.strictObject({
  domain: ActorId.optional().describe("A file of this domain changed"),
  riskAtLeast: z.int().min(0).max(10).optional().describe("The risk score is at least this"),
  type: ActorId.optional().describe("The task is of this type"),
  label: z.string().min(1).max(200).optional().describe("The task has this label"),
  paths: z.array(Glob).min(1).optional().describe("A changed path matches"),
});

export const When = z
  .union([z.literal("always"), Condition])
  .describe("always, or conditions that must all hold");
export type When = z.infer<typeof When>;

/** Most characters of one text for a reviewer: its instructions, or one of its skills. */
export const MAX_OWNER_TEXT = 20_000;

const OwnText = z.string().trim().min(1).max(MAX_OWNER_TEXT);

/** A text of the owner: written here, or in a file of the repository. */
export const OwnerText = z.union([
  OwnText,
  z.strictObject({
    file: z
      .string()
      .min(1)
      .max(500)
      .describe("A file of this repository; front matter at its beginning is left out"),
    text: OwnText.optional().describe(
      "What the file says. The engine fills it in when it reads the policy; a text written here is replaced",
    ),
  }),
]);
export type OwnerText = z.infer<typeof OwnerText>;

export const Reviewer = z.strictObject({
  id: ActorId.describe("The reviewer's name"),
  name: Text.describe("What people call it"),
  kind: z.enum(["agent", "check"]).describe("agent: reads and judges; check: a program"),
  adapter: z
    .enum(["builtin", "check", "claude", "codex", "gemini", "opencode", "acp", "model", "http"])
    .describe("How it is run"),
  model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe("The model, where the adapter takes one"),
  modelFamily: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe("The model's family, for independence rules"),
  tools: z
    .array(z.string().min(1).max(100))
    .default(["Read", "Grep", "Glob"])
    .describe("What it may use"),
  capabilities: z.array(z.string().min(1).max(100)).default([]).describe("What it knows"),
  maxSeverity: Severity.default("critical").describe(
    "Cap on the severity of its findings without a rule",
  ),
  timeout: Duration.default("10m").describe("After this it has no result"),
  retries: z.int().min(0).max(10).default(1).describe("How often it is asked again"),
  concurrency: z.int().min(1).max(1_000).default(2).describe("How many at once"),
  ratePerMinute: z.int().min(1).nullable().default(null).describe("How many a minute"),
  budgetUsd: z.number().min(0).nullable().default(1).describe("Spending cap of one answer"),
  fallback: ActorId.nullable()
    .default(null)
    .describe("The reviewer that takes over if this one has no result"),
  maxWords: z.int().min(20).max(5_000).default(200).describe("How long its summary may be"),
  focusAreas: z
    .array(Text)
    .default(["Security vulnerabilities", "Spec compliance", "Integration correctness"])
    .describe("What it looks at"),
  elevate: Elevation.nullable()
    .default(null)
    .describe("How an audit's three values map to severities"),
  instructions: OwnerText.optional().describe(
    "How it works, in the owner's words. Default: none besides its focus areas and rules",
  ),
  skills: z
    .array(OwnerText)
    .max(8)
    .optional()
    .describe("What it must know, such as a SKILL.md; it reads all of them before the change"),
  when: When.optional().describe(
    "When it is asked: always, or conditions that must all hold. Default: only where an entry of policies asks it",
  ),
  description: Text.describe("What it is for"),
});
export type Reviewer = z.infer<typeof Reviewer>;

export const Rule = z.strictObject({
  id: ActorId.describe("The rule's id"),
  name: Text.describe("The rule in a few words"),
  severity: Severity.describe("The severity that counts; a model may raise it, never lower it"),
  reviewer: ActorId.describe("Who looks for it"),
  category: ActorId.describe("Its group"),
  description: Text.describe("Why it matters"),
  detection: Text.describe("What to look for"),
  recommendation: Text.describe("What to do instead"),
});
export type Rule = z.infer<typeof Rule>;

const Quorum = z.int().min(1).max(100).default(1).describe("How many answers are needed");

export const Demand = z.union([
  z.strictObject({ reviewer: ActorId.describe("A reviewer of the registry"), quorum: Quorum }),
  z.strictObject({ layer: Layer.describe("A layer of people or agents"), quorum: Quorum }),
]);
export type Demand = z.infer<typeof Demand>;

export const ReviewPolicy = z.strictObject({
  id: ActorId.describe("The policy's id"),
  when: When,
  require: z.array(Demand).min(1).describe("Who must answer"),
  priority: z.int().min(0).max(100).default(50).describe("Order in explanations; higher first"),
  description: Text.describe("Why it is there"),
});
export type ReviewPolicy = z.infer<typeof ReviewPolicy>;

export const PanelPolicy = z.strictObject({
  members: z.array(ActorId).min(1).max(100).describe("Reviewers asked together"),
  quorum: z.int().min(1).max(100).describe("How many must answer"),
  when: When.default("always"),
});
export type PanelPolicy = z.infer<typeof PanelPolicy>;
