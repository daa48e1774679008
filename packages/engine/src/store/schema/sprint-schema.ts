import type { SprintTarget } from "@countersign/core";
import { sql } from "drizzle-orm";
import { boolean, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/** Sets of tasks that are worked on towards a target. An organisation has at most one open sprint. */
export const sprints = countersign.table(
  "sprints",
  {
    orgId: orgId(),
    id: text("id").notNull(),
    tasks: text("tasks").array().notNull(),
    target: jsonb("target").$type<SprintTarget>().notNull(),
    pauseOnFailure: boolean("pause_on_failure").notNull(),
    startedBy: text("started_by").notNull(),
    started: moment("started"),
    paused: maybeMoment("paused"),
    pausedBy: text("paused_by"),
    /** The task whose failure paused the sprint. Null if a person paused it. */
    pausedFor: text("paused_for"),
    ended: maybeMoment("ended"),
    endedBy: text("ended_by"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex("sprints_one_open").on(table.orgId).where(sql`ended IS NULL`),
    fence("sprints"),
  ],
);
