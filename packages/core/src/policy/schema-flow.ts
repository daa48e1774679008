import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import { CODE_PATHS, Glob, Layer, Mode } from "./words.ts";

const LabelRule = z.strictObject({
  mode: Mode.describe("The mode that the label requests"),
  autoApprove: z.boolean().optional().describe("false: always requires a person"),
});

const AutoApprove = z.strictObject({
  enabled: z.boolean().default(true).describe("Whether tasks may be approved without a person"),
  requireQualityPass: z.boolean().default(true).describe("Whether every check must have passed"),
  maxIterations: z
    .int()
    .min(1)
    .max(1_000)
    .default(3)
    .describe("Maximum number of attempts of a task that may be approved automatically"),
  requireSignalDone: z
    .boolean()
    .default(true)
    .describe("Whether the agent must have reported DONE"),
});
export type AutoApprove = z.infer<typeof AutoApprove>;

export const Modes = z.strictObject({
  default: Mode.default("batch").describe("The mode of a task without a label"),
  floor: Mode.default("batch").describe("The least strict mode that a planner may choose"),
  labels: z
    .record(z.string().min(1).max(200), LabelRule)
    .default({
      security: { mode: "per-task", autoApprove: false },
      docs: { mode: "skip" },
      trivial: { mode: "auto" },
    })
    .describe("The mode of each label"),
  autoApprove: AutoApprove.prefault({}).describe("When checks may replace a person"),
  confirmBatch: z
    .enum(["never", "unread", "always"])
    .default("never")
    .describe(
      "Whether approving several tasks at once needs a confirmation. unread: unread changes can be approved too, after a confirmation",
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
      "Who answers a peer layer if no connected agent can. reviewer: an agent reviewer of another model family that the engine can run; without one the layer is skipped; person: the people of people.escalateTo; skip: the layer is skipped",
    ),
  codeOwners: z
    .boolean()
    .default(false)
    .describe(
      "Whether code owners answer the peer layer of a change that touches their paths, instead of agents. The file CODEOWNERS of the target names them",
    ),
});

const Phrases = z.array(z.string().min(1).max(100)).default([]);

const InferType = z.strictObject({
  type: ActorId.describe("The type that is inferred"),
  phrases: Phrases.describe("Phrases of the title that select this type, as whole words"),
  words: Phrases.describe(
    "Single words of the title that select this type, tried after its phrases",
  ),
  globs: z
    .array(Glob)
    .default([])
    .describe("Paths whose change requires the layers of this type, regardless of the title"),
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
  .describe("checkup: a review of unfinished work; off: nothing");

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
      "Which findings count. all: those of every reviewer; severity: only those of reviewers that use severities",
    ),
  needsFixes: z
    .enum(["rework", "flag"])
    .default("rework")
    .describe(
      "The effect of the gate needs_fixes. rework: the task goes back to its author; flag: it is only flagged",
    ),
  failFast: z
    .boolean()
    .default(false)
    .describe("Whether critical findings send a task back before every reviewer has answered"),
  maxFindingsShown: z
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe("Maximum number of findings that the gate prints without --all"),
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
    .describe("Issues that the redo form offers"),
  maxTokens: z
    .int()
    .min(300)
    .max(20_000)
    .default(1_500)
    .describe("Maximum length of the feedback to an author, in tokens"),
});

export const Markers = z.strictObject({
  structured: z.boolean().default(true).describe("Whether REVIEW:: lines are parsed"),
  naturalLanguage: z
    .enum(["act", "suggest", "off"])
    .default("act")
    .describe(
      "act: sentences of an agent act; suggest: they are only suggested; off: they are ignored",
    ),
  debounceMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(500)
    .describe("Milliseconds for which lines are collected before they are handled"),
});
