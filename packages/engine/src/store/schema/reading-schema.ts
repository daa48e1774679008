import { integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { countersign, fence, moment, orgId } from "./columns.ts";

/** Feedback that a person has begun and not sent. Visible to that person only. */
export const drafts = countersign.table(
  "drafts",
  {
    orgId: orgId(),
    person: text("person").notNull(),
    taskId: text("task_id").notNull(),
    /** Null if it was sent or discarded. */
    body: jsonb("body").$type<object>(),
    /** Counts the changes, so that a client notices another's. */
    version: integer("version").notNull(),
    updated: moment("updated"),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.person, table.taskId] }), fence("drafts")],
);

/** The lines of a change that a person has read, as digests of their content. Visible to that person only. */
export const lineMarks = countersign.table(
  "read_marks",
  {
    orgId: orgId(),
    person: text("person").notNull(),
    taskId: text("task_id").notNull(),
    path: text("path").notNull(),
    lines: text("lines").array().notNull(),
    updated: moment("updated"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.person, table.taskId, table.path] }),
    fence("read_marks"),
  ],
);
