import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { SealBody } from "../../ports/seal-body.ts";
import { countersign, fence, moment, orgId } from "./columns.ts";

/**
 * Signed records of where each task's log ended. Each holds the hash of the previous one. Rows never change.
 */
export const seals = countersign.table(
  "seals",
  {
    orgId: orgId(),
    number: integer("number").notNull(),
    at: moment("at"),
    /** The signed content. `hash` is the hash of its canonical text. */
    body: jsonb("body").$type<SealBody>().notNull(),
    hash: text("hash").notNull(),
    signature: text("signature").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.number] }),
    check("seals_from_one", sql`${table.number} >= 1`),
    index("seals_by_time").on(table.orgId, table.at),
    index("seals_about_months")
      .on(table.orgId, table.number)
      .where(sql`body -> 'says' ->> 'type' IN ('archive', 'restore')`),
    fence("seals"),
  ],
);

/** The log ends that a seal covers: entries `first` to `seq` of one task. Rows never change. */
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
