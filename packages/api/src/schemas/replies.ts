import { ActorId, Decision, Plan, TaskId } from "@countersign/core";
import { z } from "zod";
import { SignInMethod } from "./session.ts";
import { TaskLine } from "./task-line.ts";
import { Cursor, RepositoryId, Role, State, Turn } from "./words.ts";

/** The response to a command; a retry with the same key gets the same response. */
export const Answer = z.object({
  task: TaskId,
  seq: z.int(),
  state: State,
  round: z.int().nullable(),
  turn: Turn,
  events: z.array(z.string()),
});
export type Answer = z.infer<typeof Answer>;

export const TaskPage = z.object({ items: z.array(TaskLine), next: Cursor.nullable() });
export type TaskPage = z.infer<typeof TaskPage>;

/** Counts stop at this number, which means as many or more. */
export const MAX_COUNTED = 1_000;

/** The number of tasks in each state. */
const StateCounts = z.record(State, z.int());

export const Inbox = z.object({
  ...TaskPage.shape,
  waitingForMe: z.int(),
  /** The number of the caller's snoozed tasks, which are not among the items. */
  putOff: z.int(),
  counts: StateCounts,
});
export type Inbox = z.infer<typeof Inbox>;

/** The sections of an inbox, in the order in which they are shown. */
export const Section = z.enum([
  "held",
  "merge",
  "yours",
  "ready",
  "others",
  "reviewers",
  "agents",
  "done",
]);
export type Section = z.infer<typeof Section>;

/** The number of tasks in each section of the caller's inbox. Snoozed tasks of the caller are left out. */
export const SectionCounts = z.object({ counts: z.record(Section, z.int()) });
export type SectionCounts = z.infer<typeof SectionCounts>;

/** One line of a task's log. The event is returned as stored; its `type` names it. */
export const LogLine = z.object({
  seq: z.int(),
  atMs: z.number(),
  by: ActorId,
  event: z.looseObject({ type: z.string() }),
});
export type LogLine = z.infer<typeof LogLine>;

export const TaskLog = z.object({ task: TaskId, items: z.array(LogLine) });

export const StreamLine = z.object({ ...LogLine.shape, task: TaskId, cursor: Cursor });
export type StreamLine = z.infer<typeof StreamLine>;

/** An event without its content, with the state and turn that the task has now. */
export const StreamHead = z.object({
  task: TaskId,
  seq: z.int(),
  atMs: z.number(),
  type: z.string(),
  state: State,
  turn: z.object({ holder: z.string(), who: z.string().nullable() }),
  cursor: Cursor,
});
export type StreamHead = z.infer<typeof StreamHead>;

/** A change of the caller's own draft or read marks. */
export const OwnChange = z.object({ task: TaskId, what: z.enum(["draft", "read"]) });
export type OwnChange = z.infer<typeof OwnChange>;

/** A change as text. Content that cannot be shown as text is listed. */
export const DiffView = z.object({
  task: TaskId,
  round: z.int(),
  from: z.string(),
  to: z.string(),
  /** Between two rounds: commits of the target are in neither, left out, or included. */
  upstream: z.enum(["none", "left_out", "included"]),
  files: z.array(
    z.object({
      path: z.string(),
      /** Bytes that are not UTF-8 appear as replacement characters. */
      patch: z.string(),
      /** The original patch if it is not UTF-8. */
      base64: z.string().nullable(),
    }),
  ),
  unshown: z.array(
    z.object({
      path: z.string(),
      oldMode: z.string(),
      newMode: z.string(),
      oldId: z.string(),
      newId: z.string(),
      why: z.string(),
    }),
  ),
  /** For an agent: the number of places where the name of a credential covers more than a token. */
  covered: z.int().default(0),
});
export type DiffView = z.infer<typeof DiffView>;

/** Explains why a task is in its state. */
export const WhyView = z.object({
  task: TaskId,
  title: z.string(),
  state: State,
  turn: Turn,
  round: z.int().nullable(),
  attempt: z.int(),
  flags: z.array(z.string()),
  plan: Plan.nullable(),
  decisions: z.array(
    z.object({ seq: z.int(), atMs: z.number(), round: z.int(), decision: Decision }),
  ),
  story: z.array(z.object({ seq: z.int(), atMs: z.number(), by: z.string(), text: z.string() })),
  /** Unreviewed commits on the target since the task began; null if there are none. */
  unreviewed: z.string().nullable().default(null),
});
export type WhyView = z.infer<typeof WhyView>;

export const ReviewMode = z.enum(["per-task", "batch", "auto", "skip"]);

/** The effect of each mode on a task, strictest first. */
export const TriedModes = z.object({
  task: TaskId,
  items: z.array(
    z.object({
      mode: ReviewMode,
      /** Why this mode cannot be chosen; null if it can. */
      refused: z.string().nullable(),
      /** The effective mode: labels and paths may require a stricter one. */
      becomes: ReviewMode.nullable(),
      state: State,
      turn: Turn,
      /** The requirements that would still wait for an answer. */
      waitsFor: z.array(z.string()),
    }),
  ),
});
export type TriedModes = z.infer<typeof TriedModes>;

/** The feedback that the author of a task reads before it continues. */
export const FeedbackView = z.object({
  task: TaskId,
  /** The current round. */
  round: z.int(),
  attempt: z.int(),
  attemptLimit: z.int(),
  /** Markdown with foreign text quoted; null if there is no feedback. */
  text: z.string().nullable(),
});
export type FeedbackView = z.infer<typeof FeedbackView>;

export const RepositoryLine = z.object({
  id: RepositoryId,
  path: z.string(),
  target: z.string(),
  tip: z.string().nullable(),
  /** The current tip of the target; null while merges are not stopped, or if it cannot be read. */
  found: z.string().nullable(),
  hold: z
    .object({
      why: z.string(),
      atMs: z.number(),
      detail: z.string(),
    })
    .nullable(),
  problem: z.string().nullable(),
  /** The engine's owner allows its commands to run without a sandbox. */
  unsandboxed: z.boolean().default(false),
  /** Changes in countersign that affect this repository, for its owner; null if there are none. */
  notice: z.string().nullable().default(null),
  /** Commits on the target that were accepted without a review in the last 7 days; null if there are none. */
  unreviewed: z.string().nullable().default(null),
  /** The root or change of trust that waits for signatures; null if there is none. */
  trustRequest: z
    .object({
      id: z.string(),
      kind: z.enum(["root", "change", "waypoint"]),
      proposedBy: z.string(),
      untilMs: z.number(),
    })
    .nullable()
    .default(null),
});
export type RepositoryLine = z.infer<typeof RepositoryLine>;

/** The policy in force for a repository, key by key as described in `schemas/countersign.schema.json`. */
export const PolicyView = z.object({
  repo: RepositoryId,
  /** The commit of the target that it was read from. */
  tip: z.string(),
  digest: z.string(),
  policy: z.record(z.string(), z.unknown()),
});
export type PolicyView = z.infer<typeof PolicyView>;

/** Whether the caller has snoozed a task, and until when; null means until it changes. */
export const PutOff = z.object({
  task: TaskId,
  putOff: z.boolean(),
  untilMs: z.number().nullable(),
});
export type PutOff = z.infer<typeof PutOff>;

export const RepositoryList = z.object({ items: z.array(RepositoryLine) });

export const TokenLine = z.object({
  id: z.string(),
  actor: ActorId,
  role: Role,
  task: TaskId.nullable(),
  /** The person who is responsible for an agent. */
  sponsor: ActorId.nullable(),
  createdMs: z.number(),
  expiresMs: z.number().nullable(),
  revokedMs: z.number().nullable(),
  /** How the person signed in; null for a credential that is not a session. */
  via: SignInMethod.nullable(),
});
export type TokenLine = z.infer<typeof TokenLine>;

export const TokenList = z.object({ items: z.array(TokenLine) });

/** The token itself is returned only here. */
export const CreatedToken = z.object({ ...TokenLine.shape, token: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const Health = z.object({ ok: z.literal(true), version: z.string(), instance: z.string() });
export type Health = z.infer<typeof Health>;

export const Me = z.object({
  org: z.string(),
  actor: z.object({
    id: ActorId,
    kind: z.enum(["human", "agent", "check", "system"]),
    planner: z.boolean(),
  }),
  role: Role,
  /** The only task that the token can access; null for all tasks of the organisation. */
  task: TaskId.nullable(),
});
export type Me = z.infer<typeof Me>;

export const StatusView = z.object({
  version: z.string(),
  counts: StateCounts,
  waitingForMe: z.int(),
  putOff: z.int(),
  repositories: z.array(RepositoryLine),
  sandbox: z.string(),
});
export type StatusView = z.infer<typeof StatusView>;
