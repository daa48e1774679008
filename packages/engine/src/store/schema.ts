import type { Task, TaskEvent } from "@countersign/core";
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgRole,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import type { Answer } from "./answer.ts";

/** The application's role; login roles are members of it. It is made before the first migration. */
const appRole = pgRole("countersign_app").existing();

export const countersign = pgSchema("countersign");

/** A transaction's 64-bit id. It never wraps around, so it orders what was committed. */
const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const orgId = () => text("org_id").notNull();
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull();

/** Whoever has named no organisation sees and writes nothing. */
const ofThisOrg = sql`org_id = nullif(current_setting('countersign.org', true), '')`;
const fence = (table: string) =>
  pgPolicy(`${table}_of_this_org`, { to: appRole, using: ofThisOrg, withCheck: ofThisOrg });

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
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.taskId] }),
    check("tasks_in_an_org", sql`${table.orgId} <> ''`),
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
    key: text("key").notNull(),
    bodyHash: text("body_hash").notNull(),
    response: jsonb("response").$type<Answer>().notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.key] }), fence("commands")],
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
