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
  /** The requirement or verdict that it is about. */
  about: string | null;
};

/** The task that a round is built on. */
export type RoundBase = BaseTask & {
  /** Exactly the content that the round is built on was merged. */
  isMerged?: true | undefined;
};

/** Work that was submitted; while a person must decide, it waits with everything its author said. */
export type Offer = Omit<CommandOf<"submit">, "type" | "baseTask" | "changedPaths"> & {
  baseTask?: RoundBase | undefined;
  author: ActorId;
  sponsor?: ActorId | undefined;
  family?: string | undefined;
};

/** A checkout of the target with work that a merge would overwrite. */
export type MergeWait = {
  path: string;
  files: readonly string[];
  /** What blocks the merge and the command that helps, for people. */
  detail: string;
  inTurn: ActorId;
};

/** Who or what sent the work back. `base`: the task that it is built on was changed or rejected. */
export type ReworkCause = "automatic" | "person" | "merge" | "base";

/** A task is in exactly one of these; each carries only what it needs. */
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
      /** The finding that carries the question of a clarification. */
      question: FindingId | null;
      offer: Offer | null;
      /** The phase of the work when a checkup stopped it. */
      resume: Phase | null;
    }
  | {
      is: "approved";
      tries: number;
      retryAtMs: number | null;
      /** What a person must do before it can be merged; absent while nothing blocks it. */
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

/** Phases of tasks that go on, in the order in which work without a task's name continues them. */
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
  /** `chain_type=` of the submission. */
  askedType: string | null;
  facts: Facts | null;
  plan: Plan | null;
  verdicts: VerdictSet;
  /** Requirements that were asked, and how often; and seats that a person had asked again. */
  asked: Readonly<Record<string, number>>;
  noResult: readonly string[];
  /** Machines without an answer; given up once no other machine is running. Rounds of older logs lack it. */
  unanswered?: readonly Unanswered[] | undefined;
  clarified: boolean;
  /** The owner decided past the gate. */
  overridden: boolean;
  resolutions: readonly Resolution[];
  /** People to whom the turn moved, because those who were asked did not answer. */
  turns: readonly ActorId[];
  /** The work went back to its author: the same tree again needs an answer to a finding. */
  sentBack: boolean;
  /**
   * It went back because its merge failed after it was approved, or because the task that it is built on was
   * changed or rejected. Rounds of older logs lack it.
   */
  bounced?: true | undefined;
  /** The task that it is built on; absent where its base is part of the target's history. */
  baseTask?: RoundBase | undefined;
  /** The submitted commit whose merge gave this content; absent for content that its author submitted. */
  resultOf?: string | undefined;
  decision: Decision | null;
};

/** A look at unfinished work; planned once its content was read. */
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

/** What a person's decision changed at once, and `undo` puts back. */
export type BeforeDecision = {
  phase: Phase;
  attempt: number;
  attemptLimit: number | null;
  priority: TaskPriority;
  flags: readonly string[];
  overridden: boolean;
  sentBack: boolean;
  /** How many feedback entries there were; the decision's own is the next. */
  feedback: number;
};

/** Open until the first outward effect of a person's decision has started; so long `undo` works. */
export type Grace = {
  by: ActorId;
  act: "approve" | "redo" | "reject" | "override";
  untilMs: number;
  before: BeforeDecision;
  verdict: VerdictId | null;
};

export type TaskPriority = "P0" | "P1" | "P2";

/** A concern that stopped nothing, or something that a checkup found. */
export type Concern = {
  row: Reason["row"] | "checkup_finding";
  by: readonly string[];
  /** What the checkup found. */
  finding?: RawFinding;
};

type Issue = Concern & { round: number };

/** Whose work a task is: one agent or person, on one branch, in one working directory. */
export type TaskLocation = WorkLocation & { author: ActorId };

/** The task as the log tells it. */
export type Task = {
  id: TaskId;
  seq: number;
  title: string;
  repo: string;
  type: string | null;
  department: string | null;
  /** Who stated type and department; absent in tasks of older versions, where it counts as the author. */
  statedBy?: StatedBy | undefined;
  priority: TaskPriority;
  labels: readonly LabelOnTask[];
  modeChoices: readonly ModeProposal[];
  /** The agent that works on it now or did last. */
  assignee: ActorId | null;
  /** Every agent and credential that ever worked on it. */
  authors: readonly ActorId[];
  authorFamily: string | null;
  /** The person who opened the task, or who answers for the agent that did. */
  sponsor: ActorId | null;
  /** Who answers for each agent that claimed or submitted it. Tasks of older logs lack it. */
  sponsors?: readonly ActorId[] | undefined;
  committers: readonly ActorId[];
  /** Where its work is. Absent until it is claimed or submitted, and in tasks of older logs. */
  location?: TaskLocation | undefined;
  /** The finding of another task that it was opened for. */
  origin?: TaskOrigin | undefined;
  /** What is wanted, in the words of its creator; absent: the title says all. */
  description?: string | undefined;
  /** When it counts as done; absent for none. */
  acceptance?: readonly string[] | undefined;
  attempt: number;
  /** Merges that failed in a row without costing an attempt; absent for none. */
  bounces?: number | undefined;
  /** Attempts granted by a person; null: what the policy says. */
  attemptLimit: number | null;
  costUsd: number;
  budgetUsd: number | null;
  phase: Phase;
  round: Round | null;
  /** The round before, for carried verdicts. */
  previous: Round | null;
  checkups: number;
  checkup: Checkup | null;
  grace: Grace | null;
  findings: readonly Finding[];
  feedback: readonly FeedbackEntry[];
  /** What was logged without stopping the work. */
  issues: readonly Issue[];
  flags: readonly string[];
  /** How often each reviewer's concerns sent the work back. */
  rejections: Readonly<Record<string, number>>;
};
