import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import { CODE_PATHS, Glob, Layer, Mode } from "./words.ts";

const LabelRule = z.strictObject({
  mode: Mode.describe("The mode that the label asks for"),
  autoApprove: z.boolean().optional().describe("false: never without a person"),
});

const AutoApprove = z.strictObject({
  enabled: z.boolean().default(true).describe("Whether anything may be approved without a person"),
  requireQualityPass: z.boolean().default(true).describe("Every check must have passed"),
  maxIterations: z.int().min(1).max(1_000).default(3).describe("Not after more attempts than this"),
  requireSignalDone: z.boolean().default(true).describe("The agent must have said DONE"),
});
export type AutoApprove = z.infer<typeof AutoApprove>;

export const Modes = z.strictObject({
  default: Mode.default("batch").describe("The mode of a task without a label"),
  floor: Mode.default("batch").describe("The loosest mode that a planner may choose"),
  labels: z
    .record(z.string().min(1).max(200), LabelRule)
    .default({
      security: { mode: "per-task", autoApprove: false },
      docs: { mode: "skip" },
      trivial: { mode: "auto" },
    })
    .describe("What a label asks for"),
  autoApprove: AutoApprove.prefault({}).describe("When checks may stand in for a person"),
  confirmBatch: z
    .enum(["never", "unread", "always"])
    .default("never")
    .describe(
      "When approving several at once asks again; with `unread` it offers unread changes, too",
    ),
});
export type Modes = z.infer<typeof Modes>;

const Chain = z.array(Layer).min(1);

export const Chains = z
  .record(ActorId, Chain)
  .default({
    code: ["self", "peer"],
    marketing_internal: ["self", "department_head"],
    marketing_external: ["self", "peer", "department_head", "owner"],
    financial_report: ["self", "peer", "csuite"],
    customer_facing: ["self", "department_head", "owner"],
    strategic_plan: ["department_head", "csuite", "owner"],
    internal_document: ["self"],
  })
  .describe("The layers of each type of task, in order");

export const ChainOverrides = z
  .record(ActorId, z.record(ActorId, Chain))
  .default({})
  .describe("Chains of a department, by type");

export const Peers = z.strictObject({
  whenNone: z
    .enum(["reviewer", "person", "skip"])
    .default("reviewer")
    .describe(
      "Who answers a peer layer that no connected agent can answer. reviewer: an agent reviewer of another model family that the engine can run, otherwise the layer is skipped; person: the people of people.escalateTo; skip: the layer is skipped",
    ),
});

const Phrases = z.array(z.string().min(1).max(100)).default([]);

const InferType = z.strictObject({
  type: ActorId.describe("The type that is inferred"),
  phrases: Phrases.describe("Phrases that decide, whole words"),
  words: Phrases.describe("Single words that decide, after all phrases of this type"),
  globs: z
    .array(Glob)
    .default([])
    .describe("Paths whose change asks for this type's layers, whatever the title says"),
});

export const InferTypes = z
  .array(InferType)
  .prefault([
    {
      type: "marketing_internal",
      phrases: ["marketing plan", "internal campaign", "brand guideline"],
      words: [],
    },
    {
      type: "marketing_external",
      phrases: ["blog post", "press release", "landing page", "social media"],
      words: ["newsletter", "announcement"],
    },
    {
      type: "financial_report",
      phrases: ["financial report", "cash flow", "balance sheet"],
      words: ["budget", "forecast", "invoice"],
    },
    {
      type: "strategic_plan",
      phrases: ["strategic plan", "business plan"],
      words: ["strategy", "roadmap"],
    },
    {
      type: "customer_facing",
      phrases: ["customer email", "help article", "release notes"],
      words: ["onboarding", "support"],
    },
    {
      type: "code",
      phrases: ["pull request", "bug fix"],
      words: ["implement", "refactor", "fix", "test", "api", "feature"],
      globs: [...CODE_PATHS],
    },
  ])
  .describe(
    "How a type is inferred: by phrases of the title, by changed paths, by words of the title; the first match wins",
  );

const TriggerAction = z
  .enum(["checkup", "off"])
  .default("checkup")
  .describe("checkup: a look at unfinished work; off: nothing");

export const Triggers = z.strictObject({
  milestone: TriggerAction,
  blocker: TriggerAction,
  request_review: TriggerAction,
  manual: TriggerAction,
  silence: TriggerAction,
});

export const GatePolicy = z.strictObject({
  counts: z
    .enum(["all", "severity"])
    .default("all")
    .describe(
      "Whose findings count: everybody's, or only those of reviewers judged by the severity table",
    ),
  needsFixes: z
    .enum(["rework", "flag"])
    .default("rework")
    .describe("What the gate needs_fixes does"),
  failFast: z
    .boolean()
    .default(false)
    .describe("Send critical findings back before every reviewer has answered"),
  maxFindingsShown: z
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe("How many findings the text of the gate shows without --all"),
  fixtures: z
    .array(z.string().min(1).max(300))
    .max(200)
    .default([])
    .describe(
      "Paths with intentionally bad content, such as test samples. Findings of built-in checks in these files are informational, except for credentials",
    ),
});

export const Feedback = z.strictObject({
  quickIssues: z
    .array(z.string().min(1).max(200))
    .default([
      "Tests incomplete",
      "Code style issues",
      "Missing error handling",
      "Performance concerns",
      "Security issues",
    ])
    .describe("The quick issues of the redo form"),
  maxTokens: z
    .int()
    .min(300)
    .max(20_000)
    .default(1_500)
    .describe("How long the injected feedback may be"),
});

export const Markers = z.strictObject({
  structured: z.boolean().default(true).describe("Whether REVIEW:: lines are read"),
  naturalLanguage: z
    .enum(["act", "suggest", "off"])
    .default("act")
    .describe("Whether sentences may act, are only suggested, or are ignored"),
  debounceMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(500)
    .describe("How long lines are collected before they are handled"),
});
