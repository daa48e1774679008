import type { Policy, Role, Task, TaskEvent } from "@countersign/core";
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgPolicy,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { WorkRef } from "../../ports/mirror.ts";
import { UNKNOWN_SPEAKER } from "../names/speaker.ts";
import type { CommandAnswer } from "./answer.ts";
import { appRole, bytea, countersign, fence, maybeMoment, moment, orgId, xid8 } from "./columns.ts";

/** What an event's answer cost, in dollars. */
export const COST = "coalesce(body->>'costUsd', body->'verdict'->>'costUsd')::float8";

/** What happened: the truth. Rows are added and never changed; each holds the hash of the one before. */
export const events = countersign.table(
  "events",
  {
    orgId: orgId(),
    taskId: text("task_id").notNull(),
    seq: integer("seq").notNull(),
    at: moment("at"),
    actor: text("actor").notNull(),
    body: jsonb("body").$type<TaskEvent>().notNull(),
    prevHash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
    /** Set by a trigger, whatever the writer says. */
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.taskId, table.seq] }),
    unique("events_stream").on(table.orgId, table.xid, table.position),
    check("events_seq_from_one", sql`${table.seq} >= 1`),
    index("events_that_cost")
      .on(table.orgId, table.at)
      .where(sql.raw(`${COST} > 0`)),
    fence("events"),
  ],
);

/** The present state of each task, as the fold of its events, with columns for lists. */
export const tasks = countersign.table(
  "tasks",
  {
    orgId: orgId(),
    taskId: text("task_id").notNull(),
    seq: integer("seq").notNull(),
    headHash: text("head_hash").notNull(),
    state: text("state").$type<Task["phase"]["is"]>().notNull(),
    turnHolder: text("turn_holder").notNull(),
    turnWho: text("turn_who"),
    gate: text("gate"),
    priority: text("priority").$type<Task["priority"]>().notNull(),
    title: text("title").notNull(),
    repo: text("repo").notNull(),
    updated: moment("updated"),
    body: jsonb("body").$type<Task>().notNull(),
    /** The agents that the task waits for, once per seat. */
    openSeats: text("open_seats").array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.taskId] }),
    check("tasks_in_an_org", sql`${table.orgId} <> ''`),
    index("tasks_with_seats").on(table.orgId).where(sql`open_seats <> '{}'`),
    index("tasks_by_updated").on(table.orgId, table.updated, table.taskId),
    index("tasks_by_state").on(table.orgId, table.state, table.updated, table.taskId),
    index("tasks_by_turn").on(table.orgId, table.turnWho, table.updated, table.taskId),
    fence("tasks"),
  ],
);

/** Commands that were honoured, with the answer that a retry gets. */
export const commands = countersign.table(
  "commands",
  {
    orgId: orgId(),
    /** Whose key it is: `engine`, or `client:` with the kind and name of an actor. */
    speaker: text("speaker").notNull().default(UNKNOWN_SPEAKER),
    key: text("key").notNull(),
    bodyHash: text("body_hash").notNull(),
    response: jsonb("response").$type<CommandAnswer>().notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.speaker, table.key] }),
    index("commands_by_age").using("brin", table.orgId, table.at),
    fence("commands"),
    pgPolicy("commands_kept_a_day", {
      as: "restrictive",
      for: "delete",
      to: appRole,
      using: sql`at < now() - interval '1 day'`,
    }),
  ],
);

/** Large texts outside the hot rows, named by their SHA-256. */
export const blobs = countersign.table(
  "blobs",
  {
    orgId: orgId(),
    digest: text("digest").notNull(),
    bytes: bytea("bytes").notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.digest] }),
    check("blobs_named_by_content", sql`${table.digest} = encode(sha256(${table.bytes}), 'hex')`),
    fence("blobs"),
  ],
);

/** Repositories as their owner registered them. */
export const repositories = countersign.table(
  "repositories",
  {
    orgId: orgId(),
    id: text("id").notNull(),
    path: text("path").notNull(),
    /** Where its refs and objects are, with all links resolved; null until an older registration was looked at. */
    gitDir: text("git_dir"),
    target: text("target").notNull(),
    /** Where the target stood when it was last accepted: moved by us, or released by an owner. */
    tip: text("tip").notNull(),
    /** The policy in force at that commit, and why there is none. */
    policyDigest: text("policy_digest"),
    problem: text("problem"),
    /** What its owner is told about a change of countersign's behaviour; null for nothing. */
    notice: text("notice"),
    /** The person who accepted that policy; null: no person did. */
    policyAcceptedBy: text("policy_accepted_by"),
    added: moment("added").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique("repositories_by_path").on(table.orgId, table.path),
    // Over all organisations: a repository belongs to one of them.
    unique("repositories_by_git_dir").on(table.gitDir),
    fence("repositories"),
  ],
);

/** Holds that are wider than one task: on a repository's merges, on an agent's or a sprint's claims. */
export const holds = countersign.table(
  "holds",
  {
    orgId: orgId(),
    scope: text("scope").$type<"repo" | "agent" | "sprint">().notNull(),
    subject: text("subject").notNull(),
    why: text("why").notNull(),
    detail: text("detail").notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.scope, table.subject] }), fence("holds")],
);

/** Tokens, kept as hashes: whoever reads this table can use none of them. */
export const credentials = countersign.table(
  "credentials",
  {
    orgId: orgId(),
    id: text("id").notNull(),
    tokenHash: text("token_hash").notNull(),
    actor: text("actor").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** The only task that it may touch. */
    taskId: text("task_id"),
    /** The person who answers for an agent. */
    sponsor: text("sponsor"),
    department: text("department"),
    modelFamily: text("model_family"),
    created: moment("created").default(sql`now()`),
    expires: maybeMoment("expires"),
    revoked: maybeMoment("revoked"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique("credentials_by_hash").on(table.orgId, table.tokenHash),
    fence("credentials"),
  ],
);

/** Every policy that a decision was made under, so that it can be made again. */
export const policies = countersign.table(
  "policies",
  {
    orgId: orgId(),
    digest: text("digest").notNull(),
    body: jsonb("body").$type<Policy>().notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.digest] }), fence("policies")],
);

/** Findings that a person took off the table, remembered across the tasks of a repository. */
export const dismissals = countersign.table(
  "dismissals",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    fingerprint: text("fingerprint").notNull(),
    reason: text("reason").notNull(),
    by: text("by").notNull(),
    until: maybeMoment("until"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo, table.fingerprint] }),
    fence("dismissals"),
  ],
);

/** Where the work of a task was last submitted from. */
export const workPlaces = countersign.table(
  "work_places",
  {
    orgId: orgId(),
    taskId: text("task_id").notNull(),
    place: jsonb("place").$type<WorkRef>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.taskId] }), fence("work_places")],
);

/** Moves of a target that we are about to make or made: how our own are told from those of others. */
export const moves = countersign.table(
  "moves",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    next: text("next").notNull(),
    expected: text("expected").notNull(),
    tree: text("tree").notNull(),
    taskId: text("task_id").notNull(),
    round: integer("round").notNull(),
    /** Random text in the message of the merge commit; null where the commit is not ours, or of an older release. */
    nonce: text("nonce"),
    at: moment("at").default(sql`now()`),
    /** When the task left the merge without having been merged. */
    voided: maybeMoment("voided"),
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo, table.position] }),
    index("moves_by_commit").on(table.orgId, table.repo, table.next),
    index("moves_by_task").on(table.orgId, table.taskId),
    fence("moves"),
  ],
);

/** Every commit at which a target was accepted, how, by whom and why. Rows are added and never changed. */
export const acceptedTips = countersign.table(
  "accepted_tips",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    tip: text("tip").notNull(),
    how: text("how")
      .$type<"registered" | "moved" | "released" | "first_policy" | "unconfigured" | "foreign">()
      .notNull(),
    by: text("by").notNull(),
    reason: text("reason").notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo, table.position] }),
    fence("accepted_tips"),
  ],
);

/** What a person put off: until a time, or as long as the task stands where it stood. Their own, nobody else's. */
export const snoozes = countersign.table(
  "snoozes",
  {
    orgId: orgId(),
    person: text("person").notNull(),
    taskId: text("task_id").notNull(),
    /** Null: until the task changes. */
    until: maybeMoment("until"),
    /** Where the task's log ended when it was put off. */
    seq: integer("seq").notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.person, table.taskId] }), fence("snoozes")],
);
