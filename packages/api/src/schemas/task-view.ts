import {
  ActorId,
  Content,
  Decision,
  FeedbackEntry,
  Finding,
  FindingId,
  Gate,
  LoosenedKey,
  ObjectId,
  Opinion,
  Requirement,
  Severity,
  TaskId,
  Trigger,
  VerdictId,
} from "@countersign/core";
import { z } from "zod";
import { Location, Priority, State, Turn } from "./words.ts";

const VerdictView = z.object({
  id: VerdictId,
  by: ActorId,
  byKind: z.enum(["human", "agent", "check", "system"]),
  opinion: Opinion,
  summary: z.string(),
  findings: z.array(FindingId),
  costUsd: z.number(),
  /** Whether the command ran in a sandbox. */
  sandboxed: z.boolean().default(true),
});

/**
 * `later`: its stage has not begun. `waiting`: an answer is missing. `objected`: an answer or a
 * missing result blocks the task. `satisfied`: nothing is left to do.
 */
export const RequirementStatus = z.enum(["later", "waiting", "objected", "satisfied"]);
export type RequirementStatus = z.infer<typeof RequirementStatus>;

export const RequirementView = z.object({
  ...Requirement.pick({
    id: true,
    stage: true,
    kind: true,
    who: true,
    human: true,
    quorum: true,
    layers: true,
    because: true,
  }).shape,
  status: RequirementStatus,
  verdicts: z.array(VerdictView),
  /** Reviewers and checks without an answer, with the first and the last lines of their output. */
  withoutResult: z.array(z.object({ reviewer: z.string(), reason: z.string() })).default([]),
});
export type RequirementView = z.infer<typeof RequirementView>;

const IssueView = z.object({
  round: z.int(),
  row: z.string(),
  by: z.array(z.string()),
  /** A finding in unfinished work; null if the concern is about the work as a whole. */
  finding: z
    .object({
      severity: Severity,
      file: z.string().nullable(),
      line: z.int().nullable(),
      message: z.string(),
    })
    .nullable()
    .default(null),
});

export const RoundView = z.object({
  number: z.int(),
  content: Content,
  /**
   * The task that the round is built on and that is merged first; null if its base is part of the
   * target's history.
   */
  baseTask: z
    .object({ task: TaskId, round: z.int(), isMerged: z.boolean() })
    .nullable()
    .default(null),
  signal: z.enum(["DONE", "PARTIAL", "BLOCKED"]),
  summary: z.string(),
  /** Null until the change was read. */
  change: z
    .object({
      files: z.int(),
      linesAdded: z.int(),
      linesDeleted: z.int(),
      unshown: z.array(z.object({ path: z.string(), why: z.string() })),
      weakenedTests: z.array(z.object({ path: z.string(), what: z.string() })),
      /**
       * The effect of the change on the policy; null if it does not affect the policy, or they were
       * not compared.
       */
      policy: z
        .object({
          effect: z.enum(["none", "changed", "unreadable"]),
          problem: z.string(),
          loosened: z.array(LoosenedKey),
        })
        .nullable()
        .default(null),
    })
    .nullable(),
  /** Null until the plan was made. */
  plan: z
    .object({
      type: z.string(),
      mode: z.string(),
      risk: z.int(),
      scope: z.string(),
      domains: z.array(z.string()),
      chain: z.array(z.string()),
      protectedPaths: z.array(z.string()),
      skipped: z.array(
        z.object({
          layer: z.string(),
          reason: z.string(),
          /** Why no actor can answer, for people; null if the reason explains it. */
          detail: z.string().nullable().default(null),
        }),
      ),
      /** Requirements that a newly accepted policy dropped. */
      dropped: z.array(z.object({ requirement: z.string(), acceptedBy: ActorId })).default([]),
      notes: z.array(z.string()),
    })
    .nullable(),
  requirements: z.array(RequirementView),
  noResult: z.array(z.string()),
  clarified: z.boolean(),
  overridden: z.boolean(),
  decision: Decision.nullable(),
});
export type RoundView = z.infer<typeof RoundView>;

const HoldView = z.object({
  kind: z.enum(["clarify", "escalated"]),
  reasons: z.array(z.object({ code: z.string(), about: z.string().nullable() })),
  /** The people who may release it, in the order in which they are asked. */
  line: z.array(ActorId),
  inTurn: ActorId,
  question: FindingId.nullable(),
  /** New work was submitted and waits for the decision. */
  offered: z.boolean(),
  /** The tree of that work; a release names it. */
  offeredTree: ObjectId.nullable(),
});

/** What a machine does for a task now. */
const MachineStep = z.object({
  requirement: z.string(),
  reviewer: z.string(),
  /** `preparing`: installing dependencies; `running`: the check runs; `reviewing`: an agent reviews. */
  step: z.enum(["preparing", "running", "reviewing"]),
  sinceMs: z.number(),
});
export type MachineStep = z.infer<typeof MachineStep>;

/** A task as people and agents read it. */
export const TaskView = z.object({
  id: TaskId,
  seq: z.int(),
  title: z.string(),
  repo: z.string(),
  state: State,
  turn: Turn,
  /** When the state expires or the next person is asked; null if there is no timer. */
  deadlineMs: z.number().nullable(),
  type: z.string().nullable(),
  department: z.string().nullable(),
  priority: Priority,
  labels: z.array(z.object({ name: z.string(), by: z.string() })),
  assignee: ActorId.nullable(),
  authors: z.array(ActorId),
  sponsor: ActorId.nullable(),
  /** The sponsors of the agents that claimed or submitted it. */
  sponsors: z.array(ActorId),
  /** The author and location of the work; null until it is claimed or submitted. */
  location: Location.nullable().default(null),
  /** The finding of another task that it was opened for. Absent in responses of older engines. */
  origin: z.strictObject({ task: TaskId, finding: FindingId }).nullable().default(null),
  /** The description and acceptance criteria. Absent in responses of older engines. */
  description: z.string().nullable().default(null),
  acceptance: z.array(z.string()).default([]),
  attempt: z.int(),
  attemptLimit: z.int(),
  costUsd: z.number(),
  budgetUsd: z.number().nullable(),
  gate: Gate.nullable(),
  round: RoundView.nullable(),
  checkup: z.object({ number: z.int(), trigger: Trigger }).nullable(),
  hold: HoldView.nullable(),
  /** The checkout that blocks the merge of an approved task, and how to unblock it; null if nothing does. */
  mergeWaits: z
    .object({ path: z.string(), files: z.array(z.string()), detail: z.string() })
    .nullable(),
  /** Until then the person can undo the decision. */
  grace: z
    .object({
      by: ActorId,
      act: z.enum(["approve", "redo", "reject", "override"]),
      untilMs: z.number(),
    })
    .nullable(),
  rejectReason: z.string().nullable(),
  findings: z.array(Finding),
  feedback: z.array(FeedbackEntry),
  /** Concerns that did not stop the work. */
  issues: z.array(IssueView),
  flags: z.array(z.string()),
  /** Why it cannot be approved together with others; empty if it can, once the person has read it. */
  batchObstacles: z.array(z.string()),
  /** What machines do for it now, as far as the responding process knows. */
  atWork: z.array(MachineStep).default([]),
});
export type TaskView = z.infer<typeof TaskView>;
