import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import {
  ChainOverrides,
  Chains,
  Feedback,
  GatePolicy,
  InferTypes,
  Markers,
  Modes,
  Peers,
  Triggers,
} from "./schema-flow.ts";
import { Notify } from "./schema-notify.ts";
import { Domain, PanelPolicy, Reviewer, ReviewPolicy, Risk, Rule } from "./schema-review.ts";
import {
  Carry,
  Check,
  Limits,
  Merge,
  Prepare,
  Proofs,
  Retention,
  Silence,
  Trackers,
} from "./schema-run.ts";
import { Department, People, Trust } from "./schema-trust.ts";
import { AgentReviewers, Preset, Profile, ShippedReviewers } from "./words.ts";

/** The project's configuration. An empty object is valid and means every default. */
export const PolicyFile = z.strictObject({
  $schema: z.string().optional().describe("The location of the JSON Schema of this file"),
  version: z.literal(1).default(1).describe("Version of this format"),
  extends: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .default(null)
    .describe(
      "The base of this policy: a version of the shipped policies such as countersign:default@1, or a file of this repository, which may extend such a version in turn",
    ),
  locked: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe("Keys that files extending this one may not change, as dotted paths"),
  profile: Profile.default("default").describe("A named set of defaults and decision rows"),
  preset: Preset.default("balanced").describe(
    "The initial level of scrutiny. careful: a person reviews each task, and more agents review. fast: only programs review, and a person if they find something",
  ),
  agentReviewers: AgentReviewers.default("listed").describe(
    "The program that runs the shipped agent reviewers. listed: the adapter of each entry, which is claude; none: the shipped policies use no agents. Lists of this file are not affected",
  ),
  trust: Trust.prefault({}).describe("Rules of trust"),
  people: People.prefault({}).describe("The people behind the human layers"),
  departments: z
    .record(ActorId, Department)
    .default({
      engineering: { head: "cto", agents: [] },
      finance: { head: "cfo", agents: [] },
      marketing: { head: "cmo", agents: [] },
    })
    .describe("Departments, their heads and agents"),
  domains: z.array(Domain).optional().describe("Kinds of code by path"),
  risk: Risk.prefault({}).describe("The terms of the risk score, which is 0 to 10"),
  reviewers: z.array(Reviewer).optional().describe("The available reviewers"),
  shippedReviewers: ShippedReviewers.default("replaced").describe(
    "The effect of this file's reviewers on the shipped ones. replaced: only the built-in checks stay; kept: the file adds to them, and an entry with the same id replaces the shipped one",
  ),
  rules: z.array(Rule).optional().describe("What reviewers look for, with its severity"),
  policies: z
    .array(ReviewPolicy)
    .optional()
    .describe("Which reviewers and layers are required, and when"),
  gaps: z
    .strictObject({
      reviewer: ActorId.nullable()
        .default(null)
        .describe("An agent that looks for gaps in the policies; it can only add reviewers"),
    })
    .prefault({})
    .describe("Gap detection"),
  panel: PanelPolicy.nullable().default(null).describe("Reviewers asked together for one opinion"),
  triggers: Triggers.prefault({}).describe("What an event starts"),
  chains: Chains,
  chainOverrides: ChainOverrides,
  inferTypes: InferTypes,
  peers: Peers.prefault({}).describe("Who answers a peer layer"),
  onUnavailable: z
    .enum(["complete", "escalate"])
    .default("complete")
    .describe(
      "complete: a task whose layers were all skipped is done if checks and agents passed; escalate: the owner decides",
    ),
  modes: Modes.prefault({}).describe("When a person reviews"),
  checks: z
    .array(Check)
    .default([])
    .describe("Commands that check the content; empty: the scripts of the package"),
  prepare: Prepare.prefault({}).describe("The preparation of a checkout before the checks"),
  gate: GatePolicy.prefault({}).describe("How findings become the result of the gate"),
  limits: Limits.prefault({}).describe("Limits of attempts, waiting and spending"),
  silence: Silence.prefault({}).describe(
    "Time without events after which an agent or a run counts as silent",
  ),
  carry: Carry.prefault({}).describe("Which verdicts stay valid for new content"),
  feedback: Feedback.prefault({}).describe("Feedback to the author"),
  markers: Markers.prefault({}).describe("Text forms that agents may use to act"),
  merge: Merge.prefault({}).describe("How approved work is merged"),
  proofs: Proofs.optional().describe(
    "Proofs of merges in the repository, if the target has a trust file and a root",
  ),
  trackers: Trackers.prefault({}).describe("Trackers that mirror the state"),
  notify: Notify.prefault({}).describe("Where people are notified"),
  retention: Retention.prefault({}).describe("How long data is kept"),
});
export type PolicyFile = z.infer<typeof PolicyFile>;

/** The JSON Schema of the policy file, for editors and other tools. */
export function policyJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(PolicyFile, { io: "input", target: "draft-2020-12" });
}
