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
  Retention,
  Silence,
  Trackers,
} from "./schema-run.ts";
import { Department, People, Trust } from "./schema-trust.ts";
import { AgentReviewers, Preset, Profile, ShippedReviewers } from "./words.ts";

/** The project's configuration. An empty object is valid and means every default. */
export const PolicyFile = z.strictObject({
  $schema: z.string().optional().describe("Where the JSON Schema of this file is"),
  version: z.literal(1).default(1).describe("Version of this format"),
  extends: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .default(null)
    .describe(
      "What to build on: a version of the shipped policies such as countersign:default@1, or a file of this repository, which may name such a version in turn",
    ),
  locked: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe("Keys of this file, as dotted paths, that files which extend it may not change"),
  profile: Profile.default("default").describe("A named set of defaults and decision rows"),
  preset: Preset.default("balanced").describe(
    "How much scrutiny to begin with. careful: a person for each task, more agents. fast: programs alone, and a person where they find something",
  ),
  agentReviewers: AgentReviewers.default("listed").describe(
    "Which program runs the shipped agent reviewers. listed: the adapter of each entry, which is claude; none: the shipped policies ask no agent. Lists that a file writes itself stay as they are",
  ),
  trust: Trust.prefault({}).describe("Who is believed about what"),
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
  risk: Risk.prefault({}).describe("The terms of the risk score, 0 to 10"),
  reviewers: z.array(Reviewer).optional().describe("The registry of reviewers"),
  shippedReviewers: ShippedReviewers.default("replaced").describe(
    "What becomes of the shipped reviewers where a file has reviewers of its own. replaced: only the built-in checks stay; kept: the file adds to them, and an entry of the same id replaces the shipped one",
  ),
  rules: z
    .array(Rule)
    .optional()
    .describe("What reviewers look for, with the severity that counts"),
  policies: z.array(ReviewPolicy).optional().describe("When which reviewer or layer is required"),
  gaps: z
    .strictObject({
      reviewer: ActorId.nullable()
        .default(null)
        .describe("An agent that looks for what the rules missed; it may only add"),
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
    .describe("What happens when every layer of a chain was skipped"),
  modes: Modes.prefault({}).describe("When a person looks"),
  checks: z
    .array(Check)
    .default([])
    .describe("Commands that judge the content; empty means what the package's scripts offer"),
  prepare: Prepare.prefault({}).describe("What runs before the checks"),
  gate: GatePolicy.prefault({}).describe("How findings become one word"),
  limits: Limits.prefault({}).describe("Where loops, waiting and spending end"),
  silence: Silence.prefault({}).describe("The two clocks that find silent failures"),
  carry: Carry.prefault({}).describe("Which verdicts survive new content"),
  feedback: Feedback.prefault({}).describe("What goes back to the author"),
  markers: Markers.prefault({}).describe("Text forms that agents may use"),
  merge: Merge.prefault({}).describe("How approved work reaches the target"),
  trackers: Trackers.prefault({}).describe("Trackers that mirror the state"),
  notify: Notify.prefault({}).describe("Where people are notified"),
  retention: Retention.prefault({}).describe("How long things are kept"),
});
export type PolicyFile = z.infer<typeof PolicyFile>;

/** The JSON Schema of the policy file, for editors and other tools. */
export function policyJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(PolicyFile, { io: "input", target: "draft-2020-12" });
}
