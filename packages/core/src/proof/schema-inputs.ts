import { z } from "zod";
import { Resolution } from "../decision/resolution.ts";
import { ActorId, Digest, FindingId, ObjectId } from "../kernel/ids.ts";
import { Plan, Requirement, RosterEntry, Skip } from "../plan/schema.ts";
import { MODES, Severity } from "../policy/words.ts";
import { Counts, Disposition, Verdict } from "../verdict/schema.ts";

/** The digest of the act behind a person's input. Absent: the engine alone says so. */
const act = Digest.optional();

const PlanInputs = z.strictObject({
  mode: z.strictObject({ mode: z.enum(MODES), mayAutoApprove: z.boolean() }),
  chain: Plan.shape.chain,
  requirements: z.array(Requirement.omit({ because: true })).max(1_000),
  skipped: z.array(Skip.pick({ layer: true, reason: true })).max(100),
  dropped: Plan.shape.dropped,
  /** The added reviewers. The wording stays private. */
  gaps: z.array(z.strictObject({ reviewer: ActorId, foundBy: ActorId })).max(1_000),
  requested: Plan.shape.requested,
  notes: Plan.shape.notes,
  engineRun: Plan.shape.engineRun,
  policyDigest: Digest,
  factsDigest: Digest,
  digest: Digest,
});
export type PlanInputs = z.infer<typeof PlanInputs>;

const VerdictInput = Verdict.pick({
  id: true,
  requirement: true,
  by: true,
  byKind: true,
  round: true,
  tree: true,
  opinion: true,
  findings: true,
  sandboxed: true,
  family: true,
  engineRun: true,
  digest: true,
}).extend({ notShownWhole: z.literal(true).optional(), act });
export type VerdictInput = z.infer<typeof VerdictInput>;

const FindingInput = z.strictObject({
  id: FindingId,
  severity: Severity,
  raisedBy: z.array(ActorId).min(1),
  rounds: z.array(z.int().min(1)).min(1),
  disposition: z.strictObject({
    is: z.enum(Disposition.options.map(({ shape }) => shape.is.value)),
    by: ActorId.optional(),
    act,
  }),
});
export type FindingInput = z.infer<typeof FindingInput>;

/** The people and agents behind the task, with digests instead of addresses. */
const PartiesInput = z.strictObject({
  authors: z.array(ActorId),
  sponsor: ActorId.nullable(),
  sponsors: z.array(ActorId).optional(),
  committers: z.array(ActorId),
  /** The SHA-256 of each commit address that the policy does not know. The addresses are in the commits. */
  unknownCommitters: z.array(Digest).optional(),
  attempt: z.int(),
  attemptLimit: z.int(),
  granted: z.boolean(),
  costUsd: z.number(),
  budgetUsd: z.number(),
});

const RoundInput = z.strictObject({
  number: z.int().min(1),
  tree: ObjectId,
  purpose: z.literal("gate"),
  signal: z.enum(["DONE", "PARTIAL", "BLOCKED"]),
  clarified: z.boolean(),
  noResult: z.array(z.string().max(400)),
  resolutions: z.array(Resolution),
  turns: z.array(ActorId),
});

const StatedBy = z.enum(["person", "planner", "author"]);

/** What the plan was compiled from, besides the policy and the facts that the clone contains. */
const CompiledFrom = z.strictObject({
  roster: z.array(RosterEntry.extend({ load: z.int().min(0) })),
  assignment: z.strictObject({
    title: z.string().max(2_000),
    type: z.string().max(200).optional(),
    statedBy: StatedBy,
    askedType: z.string().max(200).optional(),
    department: z.string().max(200).optional(),
    assignee: z.string().max(200).nullable(),
    authors: z.array(z.string().max(200)),
    authorFamily: z.string().max(200).optional(),
    labels: z.array(
      z.strictObject({
        name: z.string().max(200),
        by: z.enum([...StatedBy.options, "tracker"]),
        act,
      }),
    ),
    modeChoices: z.array(z.strictObject({ mode: z.enum(MODES), by: StatedBy, act })),
    avoid: z.array(z.string().max(200)),
  }),
});

/** The inputs of a decision without texts: enough to decide again and get the same bytes. */
export const ProofInputs = z.strictObject({
  inputs: z.literal(1),
  plan: PlanInputs,
  verdicts: z.strictObject({ items: z.array(VerdictInput).max(1_000), digest: Digest }),
  report: z.strictObject({
    findings: z.array(FindingInput).max(10_000),
    counts: Counts,
    digest: Digest,
  }),
  task: PartiesInput,
  round: RoundInput,
  /** The acts behind the round's resolutions: each resolution is in one of them. */
  released: z.array(Digest).max(100),
  compiled: CompiledFrom,
});
export type ProofInputs = z.infer<typeof ProofInputs>;
