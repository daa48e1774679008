import { z } from "zod";
import { ActorId, Digest, FindingId, ObjectId, VerdictId } from "../kernel/ids.ts";
import { Severity } from "../policy/words.ts";

export const Opinion = z.enum(["approved", "concerns", "blocker", "abstained"]);
export type Opinion = z.infer<typeof Opinion>;

export const Disposition = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("open") }),
  z.strictObject({ is: z.literal("fixed") }),
  z.strictObject({
    is: z.literal("dismissed"),
    reason: z.string().min(1).max(2_000),
    by: ActorId,
    untilMs: z.int().optional(),
  }),
  z.strictObject({ is: z.literal("deferred"), link: z.string().min(1).max(500), by: ActorId }),
  z.strictObject({ is: z.literal("disputed"), note: z.string().min(1).max(2_000), by: ActorId }),
  z.strictObject({ is: z.literal("stale") }),
  z.strictObject({ is: z.literal("late") }),
]);
export type Disposition = z.infer<typeof Disposition>;

/** One problem in a change, in the same format for every reviewer. */
export const Finding = z.strictObject({
  id: FindingId,
  fingerprint: Digest,
  severity: Severity,
  category: z.string().min(1).max(100),
  ruleId: ActorId.optional(),
  file: z.string().min(1).max(4_096).optional(),
  line: z.int().min(1).optional(),
  endLine: z.int().min(1).optional(),
  quote: z.string().max(2_000).optional(),
  message: z.string().min(1).max(2_000),
  recommendation: z.string().max(2_000).optional(),
  satisfiedWhen: z.string().max(2_000).optional(),
  confidence: z.number().min(0).max(1).optional(),
  raisedBy: z.array(ActorId).min(1),
  /** Rounds in which it was raised, ascending. The stall rule reads it. */
  rounds: z.array(z.int().min(1)).min(1),
  disposition: Disposition,
});
export type Finding = z.infer<typeof Finding>;

/** A reviewer's finding after parsing, before it has an id. */
export type RawFinding = Omit<
  Finding,
  "id" | "fingerprint" | "raisedBy" | "rounds" | "disposition"
>;

export const Tokens = z.strictObject({ input: z.int().min(0), output: z.int().min(0) });
export type Tokens = z.infer<typeof Tokens>;

/** Why a reviewer did not see the whole change, for people. */
export const NotShownWhole = z.string().min(1).max(500);

/** A reviewer's answer to one requirement, bound to exactly one content. */
export const Verdict = z.strictObject({
  id: VerdictId,
  requirement: z.string().min(1).max(200),
  by: ActorId,
  byKind: z.enum(["human", "agent", "check", "system"]),
  round: z.int().min(1),
  tree: ObjectId,
  opinion: Opinion,
  summary: z.string().max(20_000),
  findings: z.array(FindingId),
  /** US dollars reported by the engine's own runner. It counts against the caps. */
  costUsd: z.number().min(0),
  /** US dollars reported by a client. It counts against no cap. */
  claimedCostUsd: z.number().min(0).optional(),
  /** For checks: whether the command ran in a sandbox. Auto-approval requires it. */
  sandboxed: z.boolean(),
  /** The model family of an agent, if the policy knows it. */
  family: z.string().min(1).max(100).optional(),
  /** Tokens that an agent's answer used, with its retries, if known. */
  tokens: Tokens.optional(),
  /** Why the reviewer did not see the whole change. Such an answer never approves and fills no quorum. */
  notShownWhole: NotShownWhole.optional(),
  /** Set only by the engine, for a verdict of its own run of the reviewer. */
  engineRun: z.literal(true).optional(),
  digest: Digest,
});
export type Verdict = z.infer<typeof Verdict>;

export const Counts = z.strictObject({
  critical: z.int(),
  major: z.int(),
  warning: z.int(),
  info: z.int(),
});
export type Counts = z.infer<typeof Counts>;

/** All findings of a round: merged, de-duplicated, sorted, worst first. */
export const Report = z.strictObject({
  findings: z.array(Finding),
  counts: Counts,
  digest: Digest,
});
export type Report = z.infer<typeof Report>;
