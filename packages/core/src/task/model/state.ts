import type { Content, Facts } from "../../content/schema.ts";
import type { Signal, VerdictSet } from "../../decision/input.ts";
import type { Resolution } from "../../decision/resolution.ts";
import type { Decision, Reason } from "../../decision/schema.ts";
import type { FeedbackEntry } from "../../feedback/schema.ts";
import type { ActorId, FindingId, TaskId, VerdictId } from "../../kernel/ids.ts";
import type { LabelOnTask, ModeProposal, Plan, StatedBy } from "../../plan/schema.ts";
import type { Trigger } from "../../policy/words.ts";
import type { Finding, RawFinding } from "../../verdict/schema.ts";
import type { BaseTask, CommandOf, TaskOrigin, WorkLocation } from "./commands.ts";

/** Why a task is held, and what a person may do about it. */
export type HoldReason = {
  code: Reason["row"] | "no_result" | "merge_retries" | "clarify_timeout" | "late_blocker";
  /** The requirement or verdict concerned. */
  about: string | null;
};

/** The base task of a round. */
export type RoundBase = BaseTask & {
  /** True if exactly the content that the round is built on was merged. */
  isMerged?: true | undefined;
};

/** Submitted work. It waits with its author's answers while a person must decide. */
export type Offer = Omit<CommandOf<"submit">, "type" | "baseTask" | "changedPaths"> & {
  baseTask?: RoundBase | undefined;
  author: ActorId;
  sponsor?: ActorId | undefined;
  family?: string | undefined;
};

/** A checkout of the target with files that a merge would overwrite. */
export type MergeWait = {
  path: string;
  files: readonly string[];
  /** The obstacle and the command that resolves it, for people. */
  detail: string;
  inTurn: ActorId;
};

/** The cause of a rework. `base`: the base task was changed or rejected. */
export type ReworkCause = "automatic" | "person" | "merge" | "base";

/** The phase of a task, with the data of that phase. */
export type Phase =
  | { is: "open" }
  | { is: "in_progress"; agent: ActorId; leaseUntilMs: number }
  | {
      is: "reviewing";
      deadlineMs: number /** Who is in turn of the people asked. */;
      person: ActorId | null;
    }
  | {
      is: "rework";
      cause: ReworkCause /** Whose turn it is; null: any agent's. */;
      agent: ActorId | null;
      leaseUntilMs: number;
    }
  | {
      is: "held";
      kind: "clarify" | "escalated";
      reasons: readonly HoldReason[];
      /** The people who may release it, in the order in which they are asked. */
      line: readonly ActorId[];
      inTurn: ActorId;
      deadlineMs: number;
      /** The finding that contains the question of a clarification. */
      question: FindingId | null;
      offer: Offer | null;
      /** The phase of the work before a checkup stopped it. */
      resume: Phase | null;
    }
  | {
      is: "approved";
      tries: number;
      retryAtMs: number | null;
      /** What a person must do before the merge. Absent if nothing blocks it. */
      waits?: MergeWait | undefined;
    }
  | { is: "merging"; tries: number; deadlineMs: number }
  | { is: "done" }
  | { is: "rejected"; reason: string };

export type PhaseName = Phase["is"];

export const PHASES = [
  "open",
  "in_progress",
  "reviewing",
  "rework",
  "held",
  "approved",
  "merging",
  "done",
  "rejected",
] as const satisfies readonly PhaseName[];

/** Phases of open tasks, in the order in which work without a task id continues them. */
export const CONTINUED_PHASES: readonly PhaseName[] = [
  "in_progress",
  "rework",
  "held",
  "open",
  "reviewing",
  "approved",
  "merging",
];

/** A machine that failed to answer, or that was not asked because its cost exceeds the limit. */
export type Unanswered = {
  requirement: string;
  actor: ActorId;
  cause: "failed" | "over_cap";
};

/** One submission and the review of exactly that content. */
export type Round = {
  number: number;
  content: Content;
  signal: Signal;
  summary: string;
  /** The `chain_type=` of the submission. */
  askedType: string | null;
  facts: Facts | null;
  plan: Plan | null;
  verdicts: VerdictSet;
  /** How often each requirement was asked, and each seat that a person retried. */
  asked: Readonly<Record<string, number>>;
  noResult: readonly string[];
  /** Machines without an answer. They are given up once no other machine is running. Absent in older logs. */
  unanswered?: readonly Unanswered[] | undefined;
  clarified: boolean;
  /** True if the owner bypassed the gate. */
  overridden: boolean;
  resolutions: readonly Resolution[];
  /** People to whom the turn moved, because others did not answer. */
  turns: readonly ActorId[];
  /** True if the work was sent back. The same tree again needs an answer to a finding. */
  sentBack: boolean;
  /**
   * True if it was sent back because its merge failed after the approval, or because its base task was changed or
   * rejected. Absent in older logs.
   */
  bounced?: true | undefined;
  /** The base task. Absent if its base is part of the target's history. */
  baseTask?: RoundBase | undefined;
  /** The submitted commit whose merge produced this content. Absent for submitted content. */
  resultOf?: string | undefined;
  decision: Decision | null;
};

/** An inspection of unfinished work. It is planned after its content was read. */
export type Checkup = {
  number: number;
  trigger: Trigger;
  deadlineMs: number;
  planned: PlannedCheckup | null;
};

export type PlannedCheckup = {
  content: Content;
  plan: Plan;
  verdicts: VerdictSet;
  clarified: boolean;
};

/** The state before a person's decision, which `undo` restores. */
export type BeforeDecision = {
  phase: Phase;
  attempt: number;
  attemptLimit: number | null;
  priority: TaskPriority;
  flags: readonly string[];
  overridden: boolean;
  sentBack: boolean;
  /** Number of feedback entries before the decision. */
  feedback: number;
};

/** The grace of a person's decision. `undo` works until its first outward effect has started. */
export type Grace = {
  by: ActorId;
  act: "approve" | "redo" | "reject" | "override";
  untilMs: number;
  before: BeforeDecision;
  verdict: VerdictId | null;
};

export type TaskPriority = "P0" | "P1" | "P2";

/** A concern that blocked nothing, or a finding of a checkup. */
export type Concern = {
  row: Reason["row"] | "checkup_finding";
  by: readonly string[];
  /** The finding of the checkup. */
  finding?: RawFinding;
};

type Issue = Concern & { round: number };

/** The location of a task's work: one author, one branch, one working directory. */
export type TaskLocation = WorkLocation & { author: ActorId };

/** The state of a task, folded from its log. */
export type Task = {
  id: TaskId;
  seq: number;
  title: string;
  repo: string;
  type: string | null;
  department: string | null;
  /** The kind of actor that stated type and department. Absent in older tasks, where it counts as the author. */
  statedBy?: StatedBy | undefined;
  priority: TaskPriority;
  labels: readonly LabelOnTask[];
  modeChoices: readonly ModeProposal[];
  /** The agent that works on it now, or did last. */
  assignee: ActorId | null;
  /** Every agent and credential that ever worked on it. */
  authors: readonly ActorId[];
  authorFamily: string | null;
  /** The person who opened the task, or the sponsor of the agent that did. */
  sponsor: ActorId | null;
  /** The sponsors of the agents that claimed or submitted it. Absent in older logs. */
  sponsors?: readonly ActorId[] | undefined;
  committers: readonly ActorId[];
  /** The location of its work. Absent until it is claimed or submitted, and in older logs. */
  location?: TaskLocation | undefined;
  /** The finding of another task for which it was opened. */
  origin?: TaskOrigin | undefined;
  /** The goal, as written by its creator. Absent if the title is sufficient. */
  description?: string | undefined;
  /** The acceptance criteria. Absent if there are none. */
  acceptance?: readonly string[] | undefined;
  attempt: number;
  /** Number of consecutive failed merges that cost no attempt. Absent if none. */
  bounces?: number | undefined;
  /** Attempts granted by a person. Null for the policy's limit. */
  attemptLimit: number | null;
  costUsd: number;
  budgetUsd: number | null;
  phase: Phase;
  round: Round | null;
  /** The previous round, for carried verdicts. */
  previous: Round | null;
  checkups: number;
  checkup: Checkup | null;
  grace: Grace | null;
  findings: readonly Finding[];
  feedback: readonly FeedbackEntry[];
  /** Concerns that were logged without stopping the work. */
  issues: readonly Issue[];
  flags: readonly string[];
  /** How often each reviewer's concerns sent the work back. */
  rejections: Readonly<Record<string, number>>;
};
