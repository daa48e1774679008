import { z } from "zod";
import { ActorId, Digest } from "../kernel/ids.ts";
import { Layer, MODES } from "../policy/words.ts";

/** The policy entry that added a requirement, and the fact that triggered it. */
export const Because = z.strictObject({
  /** Dotted path of the entry: `policies.universal`, `chains.code`, `modes.labels.security`. */
  entry: z.string(),
  fact: z.string(),
});
export type Because = z.infer<typeof Because>;

/** One thing that must be satisfied before the task may advance. */
export const Requirement = z.strictObject({
  /**
   * Stable within a task, also across recompilations: `check:secrets`, `agent:build-reviewer`, `layer:owner`,
   * `panel:codex`.
   */
  id: z.string().min(1).max(200),
  stage: z.int().min(0),
  kind: z.enum(["check", "agent", ...Layer.options]),
  /** The table that judges its verdicts. */
  table: z.enum(["severity", "panel", "chain"]),
  /** The actors whose verdicts count, resolved when the plan is compiled. */
  who: z.array(ActorId).min(1),
  /** True if only a person may answer. */
  human: z.boolean(),
  quorum: z.int().min(1),
  delivery: z.enum(["now", "queue"]),
  /** Set if the auto-approve predicate may replace the person. */
  satisfiedBy: z.literal("autoApprove").optional(),
  onUnavailable: z.enum(["skip", "escalate", "complete"]),
  timeoutMs: z.int().min(1),
  retries: z.int().min(0),
  budgetUsd: z.number().min(0).nullable(),
  /** The layers that this requirement covers, more than one after `layers_merged`. Empty for machines. */
  layers: z.array(Layer),
  because: z.array(Because).min(1),
  /** Covers everything except `because` and `stage`. Equal digests mean the same question. */
  digest: Digest,
});
export type Requirement = z.infer<typeof Requirement>;

/** A layer that no actor can answer. Never an approval. */
export const Skip = z.strictObject({
  layer: Layer,
  /** `alone`: no other agent can answer. */
  reason: z.enum(["no_assignee", "alone", "department_unknown"]),
  /** Why no actor can answer, for people. Absent in older plans. */
  detail: z.string().max(1_000).optional(),
  because: Because,
});
export type Skip = z.infer<typeof Skip>;

/** A requirement that a newly accepted policy no longer contains. */
const DroppedRequirement = z.strictObject({
  requirement: z.string().min(1).max(200),
  /** The person who accepted that policy. */
  acceptedBy: ActorId,
});

/** A reviewer that was not asked, and what would have made the policy require it. */
export const NearMiss = z.strictObject({
  reviewer: z.string(),
  entry: z.string(),
  needs: z.string(),
});
export type NearMiss = z.infer<typeof NearMiss>;

/** A gap in the policies. It may add a requirement, never remove one. */
export const Gap = z.strictObject({
  concern: z.string().min(1).max(500),
  reviewer: ActorId,
  foundBy: ActorId,
  /** A ready policy entry that would have caught it, as text for a person. */
  proposal: z.string().max(2_000),
});
export type Gap = z.infer<typeof Gap>;

export const RiskTerm = z.strictObject({ term: z.string(), points: z.int(), fact: z.string() });
export type RiskTerm = z.infer<typeof RiskTerm>;

export const Classification = z.strictObject({
  domains: z.array(ActorId),
  risk: z.int().min(0).max(10),
  terms: z.array(RiskTerm),
  type: z.string(),
  typeBecause: Because,
  scope: z.enum(["small", "medium", "large"]),
  protectedPaths: z.array(z.string()),
});
export type Classification = z.infer<typeof Classification>;

export const ModeChoice = z.strictObject({
  mode: z.enum(MODES),
  because: Because,
  /** False if a label rule forbids approval without a person. */
  mayAutoApprove: z.boolean(),
});
export type ModeChoice = z.infer<typeof ModeChoice>;

/** The requirements of a round, ordered by stage, and why each is there. */
export const Plan = z.strictObject({
  classification: Classification,
  mode: ModeChoice,
  chain: z.array(Layer),
  chainBecause: Because,
  requirements: z.array(Requirement),
  skipped: z.array(Skip),
  /** Requirements that the policy dropped during the round. Omitted if none. */
  dropped: z.array(DroppedRequirement).optional(),
  near: z.array(NearMiss),
  gaps: z.array(Gap),
  /** Agents that a person or an author requested, in addition to the policy's. Omitted if none. */
  requested: z.array(z.strictObject({ reviewer: ActorId, by: ActorId })).optional(),
  /** `layers_merged`, `chain_empty` (every layer of the chain was skipped). */
  notes: z.array(z.enum(["layers_merged", "chain_empty"])),
  /** Reviewers that the engine runs itself. Only the verdict of its own run counts. Absent in older plans. */
  engineRun: z.array(ActorId).optional(),
  policyDigest: Digest,
  factsDigest: Digest,
  digest: Digest,
});
export type Plan = z.infer<typeof Plan>;

/** An actor that can answer for the task's repository now: a person, or a reachable agent. */
export const RosterEntry = z.strictObject({
  id: ActorId,
  kind: z.enum(["human", "agent", "check"]),
  department: ActorId.optional(),
  /** Open seats of the actor in other tasks. The least loaded peer is chosen first. */
  load: z.int().min(0).default(0),
  modelFamily: z.string().optional(),
  /** `engine`: the engine runs this reviewer. Omitted if the agent has a live reviewer connection. */
  reachedBy: z.literal("engine").optional(),
});
export type RosterEntry = z.infer<typeof RosterEntry>;

/** The task's data for planning. */
export type Assignment = {
  title: string;
  type?: string | undefined;
  /** The kind of actor that stated type and department. An author's statement can only add requirements. */
  statedBy: StatedBy;
  /** The `chain_type=` of a submit marker. */
  askedType?: string | undefined;
  department?: string | undefined;
  assignee: string | null;
  authors: readonly string[];
  authorFamily?: string | undefined;
  labels: readonly LabelOnTask[];
  modeChoices: readonly ModeProposal[];
  /** Reviewers that rejected this task so often that another one is chosen. */
  avoid: readonly string[];
};

/** The kind of actor that stated the type and the department of a task. */
export type StatedBy = "person" | "planner" | "author";

/** A label with the actor that added it, as far as it is authenticated. */
export type LabelOnTask = { name: string; by: "person" | "planner" | "author" | "tracker" };

export type ModeProposal = { mode: (typeof MODES)[number]; by: "person" | "planner" | "author" };
