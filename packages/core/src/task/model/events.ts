import type { Content, Facts } from "../../content/schema.ts";
import type { Signal } from "../../decision/input.ts";
import type { Resolution } from "../../decision/resolution.ts";
import type { Decision } from "../../decision/schema.ts";
import type { FeedbackEntry } from "../../feedback/schema.ts";
import type { ActorId, FindingId, TaskId, VerdictId } from "../../kernel/ids.ts";
import type { LabelOnTask, ModeProposal, Plan, StatedBy } from "../../plan/schema.ts";
import type { Trigger } from "../../policy/words.ts";
import type { Disposition, Finding, Tokens, Verdict } from "../../verdict/schema.ts";
import type { TaskOrigin, WorkLocation } from "./commands.ts";
import type { ActingCredential } from "./context.ts";
import type {
  BeforeDecision,
  Concern,
  Grace,
  MergeWait,
  Offer,
  Phase,
  ReworkCause,
  RoundBase,
  TaskLocation,
  TaskPriority,
  Unanswered,
} from "./state.ts";

type Held = Extract<Phase, { is: "held" }>;

/**
 * All events of a task. The log is the source of truth; the state is its fold.
 *
 * Each event contains the credential of its actor. Events of the engine and of older logs have none.
 */
export type TaskEvent = Happened & { credential?: ActingCredential | undefined };

type Happened =
  | {
      type: "created";
      id: TaskId;
      title: string;
      repo: string;
      taskType: string | null;
      department: string | null;
      priority: TaskPriority;
      labels: readonly LabelOnTask[];
      assignee: ActorId | null;
      authorFamily: string | null;
      sponsor: ActorId | null;
      /**
       * The kind of actor that stated type and department. Absent in older logs, where it counts as the author.
       */
      statedBy?: StatedBy | undefined;
      /** The location of the work for which it was opened. */
      location?: TaskLocation | undefined;
      /** The finding for which it was opened. */
      origin?: TaskOrigin | undefined;
      /** The goal, and the acceptance criteria. */
      description?: string | undefined;
      acceptance?: readonly string[] | undefined;
    }
  | {
      type: "claimed";
      agent: ActorId;
      leaseUntilMs: number;
      sponsor?: ActorId | undefined;
      location?: WorkLocation | undefined;
    }
  | { type: "lease_ended"; agent: ActorId | null }
  | {
      type: "submitted";
      round: number;
      content: Content;
      signal: Signal;
      summary: string;
      askedType: string | null;
      author: ActorId;
      /** The author's sponsor, if it is an agent. */
      sponsor?: ActorId | undefined;
      /** The author's model family, if its credential names one. */
      family?: string | undefined;
      committers: readonly ActorId[];
      /** The location of the work. Absent if the client did not report it. */
      location?: WorkLocation | undefined;
      /** The base task. Absent if the base is part of the target's history. */
      baseTask?: RoundBase | undefined;
      /** The submitted commit whose merge produced this content. */
      resultOf?: string | undefined;
      deadlineMs: number;
    }
  | { type: "offered"; offer: Offer }
  | {
      type: "planned";
      round: number;
      facts: Facts;
      plan: Plan;
      /** US dollars spent on finding gaps. */
      costUsd?: number | undefined;
    }
  | {
      type: "replanned";
      plan: Plan;
      /** Requirements to ask again, because another actor answers them now. Absent in older logs. */
      reask?: readonly string[] | undefined;
    }
  | {
      type: "asked";
      requirements: readonly string[];
      person: ActorId | null;
      deadlineMs: number;
      /** The only reviewer that was asked, if the others had been asked before. */
      only?: ActorId | undefined;
      /** True if a person restarted that reviewer. Its running work is stopped. */
      again?: true | undefined;
    }
  | { type: "gave_up"; requirement: string; actor: ActorId }
  | ({
      type: "no_result";
      of: "round" | "checkup";
      number: number;
      /** Explanation for people. */
      reason: string;
      costUsd: number;
      tokens?: Tokens | undefined;
      /** False if the review no longer waited for it. */
      counts: boolean;
      cause: Unanswered["cause"] | "stopped" | "not_recorded";
    } & Omit<Unanswered, "cause">)
  | { type: "verdict_recorded"; verdict: Verdict }
  | {
      type: "verdict_carried";
      verdict: Verdict;
      /** The approved tree, if the same change now has another base. */
      fromTree?: string | undefined;
    }
  | { type: "evidence_recorded"; verdict: Verdict; why: string }
  | { type: "findings_changed"; findings: readonly Finding[] }
  | { type: "disposed"; finding: FindingId; disposition: Disposition }
  | { type: "decided"; decision: Decision }
  | ({ type: "concern_logged" } & Concern)
  | { type: "flagged"; flags: readonly string[] }
  | {
      type: "rework_requested";
      cause: ReworkCause;
      agent: ActorId | null;
      leaseUntilMs: number;
      rejectedBy: readonly string[];
      /** Whether a failed merge or a changed base costs an attempt. Absent in older logs, where each does. */
      charged?: boolean | undefined;
    }
  | { type: "held"; hold: Omit<Held, "is"> }
  | { type: "clarification_answered"; requirements: readonly string[]; note: string }
  | { type: "released"; resolutions: readonly Resolution[] }
  | { type: "resumed"; phase: Phase }
  | { type: "approved"; tree: string; override: boolean }
  | { type: "rejected"; reason: string }
  | { type: "feedback_given"; entry: FeedbackEntry }
  | { type: "priority_changed"; priority: TaskPriority }
  | { type: "grace_opened"; grace: Grace }
  | { type: "grace_closed" }
  | { type: "undone"; before: BeforeDecision; verdict: VerdictId | null }
  | { type: "review_requested"; reviewers: string[] }
  | { type: "mode_proposed"; proposal: ModeProposal; reason?: string | undefined }
  | { type: "policy_changed"; digest: string }
  /** The base task was merged with exactly the content that the round is built on. */
  | { type: "base_merged"; task: TaskId }
  | { type: "target_moved"; by: "us" | "others" }
  | { type: "merge_started"; deadlineMs: number }
  | {
      type: "merged";
      tree: string;
      /** The commit that the target moved to. Older logs contain only the tree. */
      commit?: string | undefined;
      /** The approved tree, if changes of the target made the merged tree differ. */
      approvedTree?: string | undefined;
    }
  | { type: "work_moved"; worktree: string }
  | {
      /** left: the author's branch stays behind the target. The detail says why and what to do. */
      type: "work_updated";
      outcome: "updated" | "left";
      detail: string;
    }
  | {
      type: "merge_postponed";
      kind: "race" | "network" | "dirty";
      /** The obstacle to the merge, for people. */
      detail: string;
      tries: number;
      retryAtMs: number;
      /**
       * Set if a person must act. The merge continues when the checkout is no longer blocked. Absent in older
       * logs.
       */
      waits?: MergeWait | undefined;
    }
  | { type: "completed" }
  /** `keepsAttempts`: the engine reopened it, which must not renew a limit. Absent in older logs. */
  | { type: "reopened"; keepsAttempts?: true | undefined }
  | {
      type: "closed_elsewhere";
      outcome: "merged" | "closed";
      tree: string | null;
      /** The commit on the target. Absent in older logs and if it is not known. */
      commit?: string | undefined;
      /** The approved tree, if the target has its merge with other work. */
      approvedTree?: string | undefined;
    }
  | { type: "event_reported"; trigger: Trigger; by: ActorId; summary: string }
  | { type: "checkup_started"; number: number; trigger: Trigger; deadlineMs: number }
  | { type: "checkup_planned"; content: Content; plan: Plan; deadlineMs: number }
  | { type: "checkup_verdict"; verdict: Verdict }
  | { type: "checkup_decided"; decision: Decision }
  | { type: "checkup_ended" }
  | { type: "turn_moved"; to: ActorId; deadlineMs: number }
  | {
      type: "noted";
      what: "already_approved" | "already_rejected" | "already_closed" | "already_recorded";
    };

export type TaskEventType = TaskEvent["type"];

/** One entry of a task's log. The store adds the hash chain. */
export type LogEntry = { seq: number; atMs: number; by: ActorId; event: TaskEvent };
