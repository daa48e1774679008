import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import type { NotifyWhy } from "../../ports/notifier.ts";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/** Notifications, once per person, channel and fact, with their outcome. */
export const notifications = countersign.table(
  "notifications",
  {
    orgId: orgId(),
    person: text("person").notNull(),
    channel: text("channel").notNull(),
    /** A task with its round and reason, or the hold of a repository. */
    fact: text("fact").notNull(),
    why: text("why").$type<NotifyWhy>().notNull(),
    repo: text("repo").notNull(),
    taskId: text("task_id"),
    round: integer("round"),
    due: moment("due"),
    /** The message that carries it, together with all others due at the same time. */
    message: text("message").notNull(),
    outcome: text("outcome").$type<NotificationOutcome>(),
    settled: maybeMoment("settled"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.person, table.channel, table.fact] }),
    index("notifications_by_message").on(table.orgId, table.message).where(sql`outcome IS NULL`),
    index("notifications_open")
      .on(table.orgId, table.person, table.channel, table.due)
      .where(sql`outcome IS NULL`),
    fence("notifications"),
  ],
);

/** `overtaken`: there was nothing left to report when it became due. */
export type NotificationOutcome = "sent" | "overtaken" | "failed";
