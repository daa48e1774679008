import type { ListFacts, Policy, Role, Task, TaskEvent } from "@countersign/core";
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
import {
  appRole,
  bytea,
  countersign,
  fence,
  maybeMoment,
  moment,
  openedMonth,
  orgId,
  xid8,
} from "./columns.ts";
import type { CommandAnswer } from "./command-answer.ts";
import { type PlannedPart, type TaskBody, wholeTaskSql } from "./task-body.ts";

/** SQL for the cost of an event's answer, in dollars. */
export const COST = "coalesce(body->>'costUsd', body->'verdict'->>'costUsd')::float8";

/**
 * The event log, which is the source of truth. Rows are only added; each holds the hash of the previous one.
 *
 * The table is partitioned by the month in which the task was opened, so the log of a task is in one partition. The
 * keys and indexes below are those of each partition; the table itself has none.
 */
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
    /** Set by a trigger, whatever value the writer passes. */
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    /** Set by a trigger from a sequence, in the order of writing. */
    position: bigint("position", { mode: "number" }).notNull(),
    opened: openedMonth(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.taskId, table.seq] }),
    unique("events_stream").on(table.orgId, table.xid, table.position),
    check("events_seq_from_one", sql`${table.seq} >= 1`),
    check("events_opened_first_day", sql`extract(day FROM opened) = 1`),
    index("events_that_cost")
      .on(table.orgId, table.at)
      .where(sql.raw(`${COST} > 0`)),
    fence("events"),
  ],
);

/** SQL for a task whose list facts are missing, or were written before its last entry. */
export const LACKS_LIST_FACTS = "(list_facts ->> 'seq')::integer IS DISTINCT FROM seq";

/** The current state of each task, folded from its events, with columns for lists. */
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
    /** The state without `planned`. */
    body: jsonb("body").$type<TaskBody>().notNull(),
    /** Facts and plan of the current round. Null if there are none, or if they are in the body. */
    planned: jsonb("planned").$type<PlannedPart>(),
    /** The end of the log after which `planned` was written. It names that content. */
    plannedHash: text("planned_hash"),
    /** The agents that the task is waiting for, once per seat. */
    openSeats: text("open_seats").array().notNull().default(sql`'{}'`),
    /** When the task's deadline is due. Null if it waits for no time. */
    due: maybeMoment("due"),
    /** Where the log is. It never changes. */
    opened: openedMonth(),
    /** What lists show. Null or behind `seq` in rows written by an older release, until the next start. */
    listFacts: jsonb("list_facts").$type<ListFacts>(),
    /** When the turn last changed. Null in rows of older releases. */
    turnSince: maybeMoment("turn_since"),
    /** The paths of the change, one per line. Null if there are none, and in rows of older releases. */
    paths: text("paths"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.taskId] }),
    check("tasks_in_an_org", sql`${table.orgId} <> ''`),
    check("tasks_opened_first_day", sql`extract(day FROM opened) = 1`),
    index("tasks_with_seats").on(table.orgId).where(sql`open_seats <> '{}'`),
    index("tasks_with_deadline").on(table.orgId, table.due).where(sql`due IS NOT NULL`),
    index("tasks_without_list_facts")
      .on(table.orgId, table.taskId)
      .where(sql.raw(LACKS_LIST_FACTS)),
    index("tasks_by_updated").on(table.orgId, table.updated, table.taskId),
    index("tasks_by_state").on(table.orgId, table.state, table.updated, table.taskId),
    index("tasks_by_turn").on(table.orgId, table.turnWho, table.updated, table.taskId),
    fence("tasks"),
  ],
);

/** Selects the whole state of a task. */
export const wholeTask = sql<Task>`${sql.raw(wholeTaskSql("tasks.body", "tasks.planned"))}`;

/** Accepted commands, with the answer for retries. */
export const commands = countersign.table(
  "commands",
  {
    orgId: orgId(),
    /** Owner of the key: `engine`, or `client:` with the kind and name of an actor. */
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

/** Large texts stored outside the hot rows, named by their SHA-256. */
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
    /**
     * The directory with its refs and objects, all links resolved. Null until a registration of an older
     * release has been checked.
     */
    gitDir: text("git_dir"),
    target: text("target").notNull(),
    /** Where the target was when last accepted: moved by us, or released by an owner. */
    tip: text("tip").notNull(),
    /** The policy in force at that commit, or why there is none. */
    policyDigest: text("policy_digest"),
    problem: text("problem"),
    /** A notice to the owner about changed behaviour of countersign. Null for none. */
    notice: text("notice"),
    /** The person who accepted that policy. Null if no person did. */
    policyAcceptedBy: text("policy_accepted_by"),
    added: moment("added").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique("repositories_by_path").on(table.orgId, table.path),
    // Unique across organisations: a repository belongs to one of them.
    unique("repositories_by_git_dir").on(table.gitDir),
    fence("repositories"),
  ],
);

/** Holds wider than one task: on a repository's merges, or on the claims of an agent or a sprint. */
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

/** How a person signed in: with a one-time code of the command line, by OpenID Connect, or by GitHub. */
export type SignInMethod = "code" | "oidc" | "github" | "passkey";

/** Tokens, stored as hashes so that reading this table gives no usable token. */
export const credentials = countersign.table(
  "credentials",
  {
    orgId: orgId(),
    id: text("id").notNull(),
    tokenHash: text("token_hash").notNull(),
    actor: text("actor").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** The only task that the token may access. */
    taskId: text("task_id"),
    /** The person responsible for an agent. */
    sponsor: text("sponsor"),
    department: text("department"),
    modelFamily: text("model_family"),
    created: moment("created").default(sql`now()`),
    expires: maybeMoment("expires"),
    revoked: maybeMoment("revoked"),
    /** How the person signed in. Null for a credential that is not a session. */
    via: text("via").$type<SignInMethod>(),
    /** The credential or sign-in with which the session was begun, and whose revocation ends it. */
    parent: text("parent"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique("credentials_by_hash").on(table.orgId, table.tokenHash),
    fence("credentials"),
  ],
);

/** Every policy that a decision was made under, so that the decision can be replayed. */
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

/** Findings that a person dismissed, remembered across the tasks of a repository. */
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

/** The location from which a task's work was last submitted. */
export const workPlaces = countersign.table(
  "work_places",
  {
    orgId: orgId(),
    taskId: text("task_id").notNull(),
    place: jsonb("place").$type<WorkRef>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.taskId] }), fence("work_places")],
);

/** Tasks that a person snoozed, until a time or until the task changes. Visible to that person only. */
export const snoozes = countersign.table(
  "snoozes",
  {
    orgId: orgId(),
    person: text("person").notNull(),
    taskId: text("task_id").notNull(),
    /** Null means until the task changes. */
    until: maybeMoment("until"),
    /** The task's last log entry when it was snoozed. */
    seq: integer("seq").notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.person, table.taskId] }), fence("snoozes")],
);
