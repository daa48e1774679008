import { z } from "zod";
import { Digest } from "../kernel/ids.ts";
import { Effect } from "../policy/words.ts";
import { Counts } from "../verdict/schema.ts";

export const Gate = z.enum(["pending", "fail", "needs_fixes", "pass_with_warnings", "pass"]);
export type Gate = z.infer<typeof Gate>;

/** Every row that can fire, by table. */
export const Row = z.enum([
  "no_plan",
  "empty_plan",
  "zero_reviews",
  "chain_empty",
  "layer_skipped",
  "trust_author",
  "trust_other_content",
  "trust_not_asked",
  "trust_not_human",
  "trust_not_engine",
  "trust_sponsor",
  "trust_one_layer",
  "trust_set_aside",
  "sponsor_approved",
  "unknown_committer",
  "stood_in",
  "auto_approved",
  "waived",
  "outstanding",
  "quorum_unreachable",
  "not_shown_whole",
  "blocker",
  "severity_fail",
  "severity_needs_fixes",
  "severity_warnings",
  "severity_concerns",
  "severity_pass",
  "panel_conflict",
  "panel_concern",
  "panel_approved",
  "chain_concerns",
  "chain_approved",
  "limit_attempts",
  "limit_cost",
  "limit_stalled",
  "clarified_already",
  "sent_back",
  "rejected",
]);
export type Row = z.infer<typeof Row>;

/** One row that fired, with its inputs. */
export const Reason = z.strictObject({
  table: z.enum([
    "plan",
    "trust",
    "requirement",
    "severity",
    "panel",
    "chain",
    "limits",
    "release",
  ]),
  row: Row,
  effect: Effect.nullable(),
  requirement: z.string().nullable(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
});
export type Reason = z.infer<typeof Reason>;

/** The next step of a task, with every reason. The same object feeds every surface and replay. */
export const Decision = z.strictObject({
  effect: Effect,
  /** The judged stage. Null without a plan. */
  stage: z.int().min(0).nullable(),
  /** True if advance or flag has no further stage to open, so the task is approved. */
  complete: z.boolean(),
  /** Requirements of the judged stage that wait for an answer. */
  outstanding: z.array(z.string()),
  gate: Gate,
  counts: Counts,
  flags: z.array(z.string()),
  reasons: z.array(Reason),
  policyDigest: Digest,
  inputsDigest: Digest,
  deciderVersion: z.int().min(1),
});
export type Decision = z.infer<typeof Decision>;
