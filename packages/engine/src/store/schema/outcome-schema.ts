import { sql } from "drizzle-orm";
import { primaryKey, text } from "drizzle-orm/pg-core";
import { countersign, fence, moment, orgId } from "./columns.ts";

/** What happened to merged work afterwards. Rows are only added: each outcome of a task is counted once. */
export const mergeOutcomes = countersign.table(
  "merge_outcomes",
  {
    orgId: orgId(),
    taskId: text("task_id").notNull(),
    outcome: text("outcome").$type<"reverted" | "hotfix" | "reopened">().notNull(),
    repo: text("repo").notNull(),
    /** The commit of the target in which it was seen. Null for a reopened task. */
    commit: text("commit"),
    at: moment("at").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.taskId, table.outcome] }),
    fence("merge_outcomes"),
  ],
);
