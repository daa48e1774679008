import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { SealBody } from "../../ports/seal-body.ts";
import { countersign, fence, moment, orgId } from "./columns.ts";

/** Signed records of where every task's log ended, each holding the hash of the one before. Never changed. */
export const seals = countersign.table(
  "seals",
  {
    orgId: orgId(),
    number: integer("number").notNull(),
    at: moment("at"),
    /** What was signed; `hash` is that of its canonical text. */
    body: jsonb("body").$type<SealBody>().notNull(),
    hash: text("hash").notNull(),
    signature: text("signature").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.number] }),
    check("seals_from_one", sql`${table.number} >= 1`),
    index("seals_by_time").on(table.orgId, table.at),
    fence("seals"),
  ],
);

/** The ends of logs that a seal covers: the entries from `first` to `seq` of one task. Never changed. */
export const sealLeaves = countersign.table(
  "seal_leaves",
  {
    orgId: orgId(),
    seal: integer("seal").notNull(),
    taskId: text("task_id").notNull(),
    first: integer("first").notNull(),
    seq: integer("seq").notNull(),
    head: text("head").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.seal, table.taskId] }),
    unique("seal_leaves_by_task").on(table.orgId, table.taskId, table.seq),
    fence("seal_leaves"),
  ],
);
