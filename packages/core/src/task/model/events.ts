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
 * Everything that can have happened to a task. The log is the truth; the state is its fold.
 *
 * Each event keeps the credential of the actor that caused it; events of the engine and of older logs have none.
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
      /** Who stated type and department. Absent in older logs, where it counts as the author. */
      statedBy?: StatedBy | undefined;
      /** Where the work that it was opened for is. */
      location?: TaskLocation | undefined;
      /** The finding that it was opened for. */
      origin?: TaskOrigin | undefined;
      /** What is wanted, and when it counts as done. */
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
      /** Who answers for the author, if it is an agent. */
      sponsor?: ActorId | undefined;
      /** The author's model family, if its credential names one. */
      family?: string | undefined;
      committers: readonly ActorId[];
      /** Where the work was; absent where the client did not say it. */
      location?: WorkLocation | undefined;
      /** The task that the work is built on; absent where the base is part of the target's history. */
      baseTask?: RoundBase | undefined;
      /** The submitted commit whose merge gave this content. */
      resultOf?: string | undefined;
      deadlineMs: number;
    }
  | { type: "offered"; offer: Offer }
  | {
      type: "planned";
      round: number;
      facts: Facts;
      plan: Plan;
      /** What looking for gaps cost. */
      costUsd?: number | undefined;
    }
  | {
      type: "replanned";
      plan: Plan;
      /** Requirements that count as not asked yet, because another actor answers them; older logs have none. */
      reask?: readonly string[] | undefined;
    }
  | {
      type: "asked";
      requirements: readonly string[];
      person: ActorId | null;
      deadlineMs: number;
      /** The one who was asked, where the others had been before. */
      only?: ActorId | undefined;
      /** A person restarted that reviewer; its running work is stopped. */
      again?: true | undefined;
    }
  | { type: "gave_up"; requirement: string; actor: ActorId }
  | ({
      type: "no_result";
      of: "round" | "checkup";
      number: number;
      /** Why, in words for people. */
      reason: string;
      costUsd: number;
      tokens?: Tokens | undefined;
      /** False when the review no longer waited for it. */
      counts: boolean;
      cause: Unanswered["cause"] | "stopped" | "not_recorded";
    } & Omit<Unanswered, "cause">)
  | { type: "verdict_recorded"; verdict: Verdict }
  | {
      type: "verdict_carried";
      verdict: Verdict;
      /** The tree that was approved, where the same change now has another base. */
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
      /** For a merge or a base: whether it costs an attempt. Absent in older logs, where each does. */
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
  /** The task that the current round is built on was merged with exactly that content. */
  | { type: "base_merged"; task: TaskId }
  | { type: "target_moved"; by: "us" | "others" }
  | { type: "merge_started"; deadlineMs: number }
  | {
      type: "merged";
      tree: string;
      /** The commit that the target moved to; older logs name the tree alone. */
      commit?: string | undefined;
      /** The tree that was approved, where the target's own changes made the merged one differ. */
      approvedTree?: string | undefined;
    }
  | { type: "work_moved"; worktree: string }
  | {
      /** left: the author's branch stays behind the target; the detail says why, and what to do. */
      type: "work_updated";
      outcome: "updated" | "left";
      detail: string;
    }
  | {
      type: "merge_postponed";
      kind: "race" | "network" | "dirty";
      /** What blocked the merge, for people. */
      detail: string;
      tries: number;
      retryAtMs: number;
      /** A person's turn; the merge goes on by itself once the checkout is free. Older logs lack it. */
      waits?: MergeWait | undefined;
    }
  | { type: "completed" }
  | { type: "reopened" }
  | { type: "closed_elsewhere"; outcome: "merged" | "closed"; tree: string | null }
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

/** One line of a task's log. The store adds its hash chain around it. */
export type LogEntry = { seq: number; atMs: number; by: ActorId; event: TaskEvent };
