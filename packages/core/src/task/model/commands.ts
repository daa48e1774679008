import { z } from "zod";
import { Content, Facts } from "../../content/schema.ts";
import { Resolution } from "../../decision/resolution.ts";
import { ActorId, FindingId, ObjectId, TaskId, VerdictId } from "../../kernel/ids.ts";
import { Gap } from "../../plan/schema.ts";
import { MODES, Severity, Trigger } from "../../policy/words.ts";
import { NotShownWhole, Opinion, Tokens } from "../../verdict/schema.ts";

const Text = z.string().max(10_000);
const Reason = z.string().trim().min(1).max(10_000);
const Round = z.int().min(1);

/** The round and tree that the person saw. Null before the first submission. */
const Shown = { round: Round.nullable(), tree: ObjectId.nullable() };

/** Optional for agents, whose commands add scrutiny and decide nothing. */
const MaybeShown = { round: Shown.round.optional(), tree: Shown.tree.optional() };

/** One machine that the review of a round waits for. */
const Seat = { ...Shown, requirement: z.string().min(1).max(200), reviewer: ActorId };

const SubmittedFinding = z.strictObject({
  raw: z.strictObject({
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
  }),
  onUnchangedLines: z.boolean(),
});

/** An author's location: a branch and a working directory. */
export const WorkLocation = z.strictObject({
  /** `HEAD` if a commit is checked out without a branch. */
  branch: z.string().min(1).max(250),
  /** The working directory on the engine's machine. Null for an author on another machine. */
  worktree: z.string().min(1).max(4_096).nullable(),
});
export type WorkLocation = z.infer<typeof WorkLocation>;

/** The finding of another task for which a task was opened. */
const TaskOrigin = z.strictObject({ task: TaskId, finding: FindingId });
export type TaskOrigin = z.infer<typeof TaskOrigin>;

/** The base task, and the round whose content the work is built on. */
const BaseTask = z.strictObject({ task: TaskId, round: Round });
export type BaseTask = z.infer<typeof BaseTask>;

/** The goal of a task, as written by its creator, and its acceptance criteria. Reviewers treat both as data. */
export const Specification = {
  description: z.string().max(20_000).optional(),
  acceptance: z.array(z.string().trim().min(1).max(2_000)).max(100).readonly().optional(),
};

/** All commands to a task. The actor comes from the credential, never from the command. */
export const Command = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("create"),
    id: TaskId,
    title: z.string().min(1).max(500),
    repo: z.string().min(1).max(200),
    taskType: z.string().min(1).max(64).nullable(),
    department: ActorId.nullable(),
    priority: z.enum(["P0", "P1", "P2"]),
    labels: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(200),
          by: z.enum(["person", "planner", "author", "tracker"]),
        }),
      )
      .max(100),
    assignee: ActorId.nullable(),
    authorFamily: z.string().max(100).nullable(),
    sponsor: ActorId.nullable(),
    location: WorkLocation.optional(),
    origin: TaskOrigin.optional(),
    ...Specification,
  }),
  z.strictObject({ type: z.literal("claim"), location: WorkLocation.optional() }),
  z.strictObject({ type: z.literal("lease_expired") }),
  z.strictObject({
    type: z.literal("submit"),
    content: Content,
    signal: z.enum(["DONE", "PARTIAL", "BLOCKED"]),
    summary: Text,
    askedType: z.string().min(1).max(64).nullable(),
    committers: z.array(ActorId).max(100),
    answers: z
      .array(
        z.strictObject({
          finding: FindingId,
          status: z.enum(["fixed", "answered", "wont_fix"]),
          note: z.string().max(2_000),
        }),
      )
      .max(200),
    location: WorkLocation.optional(),
    /** The task whose content the base is. Omitted if the base is part of the target's history. */
    baseTask: BaseTask.optional(),
    /** Files with findings that differ from the last round. Omitted if unknown. */
    changedPaths: z.array(z.string().min(1).max(4_096)).max(1_000).optional(),
  }),
  z.strictObject({
    type: z.literal("plan_round"),
    round: Round,
    facts: Facts,
    gaps: z.array(Gap).max(50),
    /** True if the previous round was sent back by its merge, and the change is the same on another base. */
    sameDiff: z.boolean().optional(),
    /** US dollars spent on finding gaps. */
    costUsd: z.number().min(0).optional(),
  }),
  z.strictObject({ type: z.literal("plan_checkup"), checkup: z.int().min(1), facts: Facts }),
  z.strictObject({
    type: z.literal("record_verdict"),
    id: VerdictId,
    of: z.enum(["round", "checkup"]),
    number: Round,
    tree: ObjectId,
    requirement: z.string().min(1).max(200),
    opinion: Opinion,
    summary: z.string().max(20_000),
    findings: z.array(SubmittedFinding).max(1_000),
    costUsd: z.number().min(0),
    /** The cost that a client reports. It counts against no cap. */
    claimedCostUsd: z.number().min(0).optional(),
    sandboxed: z.boolean(),
    family: z.string().min(1).max(100).optional(),
    tokens: Tokens.optional(),
    notShownWhole: NotShownWhole.optional(),
  }),
  z.strictObject({
    type: z.literal("no_result"),
    of: z.enum(["round", "checkup"]),
    number: Round,
    tree: ObjectId,
    requirement: z.string().min(1).max(200),
    reviewer: ActorId,
    /**
     * failed: no answer after all retries; over_cap: not asked, because its cost exceeds the limit;
     * stopped: ended because the review no longer waited for it; only its cost is recorded;
     * not_recorded: it answered, but the engine could not record the answer, so a person must look.
     */
    cause: z.enum(["failed", "over_cap", "stopped", "not_recorded"]),
    reason: z.string().min(1).max(2_000),
    costUsd: z.number().min(0),
    tokens: Tokens.optional(),
  }),
  z.strictObject({
    type: z.literal("approve"),
    id: VerdictId,
    round: Round,
    tree: ObjectId,
    requirement: z.string().min(1).max(200),
    note: z.string().trim().min(1).max(2_000).optional(),
  }),
  z.strictObject({
    type: z.literal("redo"),
    ...Shown,
    quickIssues: z.array(z.string().min(1).max(200)).max(20),
    customFeedback: Text,
    option: z.enum(["keep", "fresh", "checkpoint"]),
    priority: z.enum(["same", "bump", "lower"]),
  }),
  z.strictObject({ type: z.literal("reject"), ...Shown, reason: Reason }),
  z.strictObject({ type: z.literal("override"), ...Shown, reason: Reason }),
  z.strictObject({
    type: z.literal("release"),
    ...Shown,
    /** The tree of work that was submitted while the task was held and waits for its release. */
    offered: ObjectId.nullable().default(null),
    resolutions: z.array(Resolution).max(50),
  }),
  z.strictObject({ type: z.literal("undo"), ...Shown }),
  z.strictObject({ type: z.literal("retry_reviewer"), ...Seat }),
  z.strictObject({ type: z.literal("cancel_reviewer"), ...Seat }),
  /** Null for the reviewers that the policy suggests. */
  z.strictObject({
    type: z.literal("request_review"),
    ...MaybeShown,
    reviewer: ActorId.nullable().default(null),
  }),
  z.strictObject({
    type: z.literal("dispose"),
    ...MaybeShown,
    finding: FindingId,
    as: z.discriminatedUnion("is", [
      z.strictObject({ is: z.literal("disputed"), note: z.string().trim().min(1).max(2_000) }),
      z.strictObject({
        is: z.literal("dismissed"),
        reason: z.string().trim().min(1).max(2_000),
        untilMs: z.int().optional(),
      }),
      z.strictObject({ is: z.literal("deferred"), link: z.string().trim().min(1).max(500) }),
      z.strictObject({ is: z.literal("open") }),
    ]),
  }),
  z.strictObject({
    type: z.literal("change_mode"),
    ...MaybeShown,
    mode: z.enum(MODES),
    reason: z.string().trim().min(1).max(2_000).optional(),
  }),
  z.strictObject({ type: z.literal("policy_changed") }),
  z.strictObject({ type: z.literal("reseat") }),
  /** The base task was merged, changed or rejected. */
  z.strictObject({ type: z.literal("follow_base") }),
  z.strictObject({ type: z.literal("target_moved"), by: z.enum(["us", "others"]) }),
  z.strictObject({ type: z.literal("merge_started") }),
  z.strictObject({ type: z.literal("merged"), tree: ObjectId, commit: ObjectId.optional() }),
  z.strictObject({
    type: z.literal("work_updated"),
    outcome: z.enum(["updated", "left"]),
    /** The new position of the branch, or why it stays and how the author can update it. */
    detail: Text,
  }),
  /** The working directory was moved on the disk. */
  z.strictObject({ type: z.literal("work_moved"), worktree: z.string().min(1).max(4_096) }),
  z.strictObject({ type: z.literal("review_again"), content: Content }),
  z.strictObject({
    type: z.literal("merge_failed"),
    /** moved: the policy forbids that the target moves, and git found no conflict. */
    kind: z.enum([
      "conflict",
      "moved",
      "checks_red",
      "policy_unreadable",
      "trust_files",
      "race",
      "network",
      "dirty",
    ]),
    detail: Text,
    files: z.array(z.string().min(1).max(4_096)).max(200),
    /** The checkout that blocks a merge. */
    path: z.string().min(1).max(4_096).optional(),
  }),
  z.strictObject({ type: z.literal("reopen"), ...Shown }),
  z.strictObject({ type: z.literal("cancel"), ...MaybeShown, reason: Reason }),
  z.strictObject({
    type: z.literal("closed_elsewhere"),
    outcome: z.enum(["merged", "closed"]),
    /** The tree on the target. */
    tree: ObjectId.nullable(),
    commit: ObjectId.optional(),
    /** The approved tree whose merge with the target is `tree`. Absent if `tree` must be the approved one. */
    approvedTree: ObjectId.optional(),
  }),
  z.strictObject({
    type: z.literal("report_event"),
    trigger: Trigger,
    summary: z.string().max(2_000),
  }),
  z.strictObject({ type: z.literal("deadline") }),
  z.strictObject({ type: z.literal("close_grace") }),
  /** A task was opened for a warning that the merged work left open. */
  z.strictObject({ type: z.literal("debt_filed"), finding: FindingId, task: TaskId }),
]);
export type Command = z.infer<typeof Command>;
export type CommandType = Command["type"];
export type CommandOf<Type extends CommandType> = Extract<Command, { type: Type }>;
