import { type SQL, sql } from "drizzle-orm";
import { customType, date, pgPolicy, pgRole, pgSchema, text, timestamp } from "drizzle-orm/pg-core";

/** The application's role. Login roles are members of it. It is created before the first migration. */
export const appRole = pgRole("countersign_app").existing();

export const countersign = pgSchema("countersign");

/** A 64-bit transaction id. It never wraps around, so it orders commits. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const orgId = () => text("org_id").notNull();
export const maybeMoment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const moment = (name: string) => maybeMoment(name).notNull();

/**
 * The month of entries that belong to no month of their own: the organisation's log, and tasks from releases
 * that did not record it.
 */
export const NO_MONTH = "1970-01-01";

/** The month in which a task was opened, as its first day in UTC. */
export const openedMonth = () => date("opened", { mode: "string" }).notNull().default(NO_MONTH);

/** SQL for the month of a log: that of its task, or that of the organisation's own log. */
export function logMonth(org: string, taskId: string): SQL<string> {
  return sql`coalesce((SELECT opened FROM countersign.tasks WHERE org_id = ${org} AND task_id = ${taskId}),
    ${NO_MONTH}::date)`;
}

/** Without a current organisation, no row can be read or written. */
const ofThisOrg = sql`org_id = nullif(current_setting('countersign.org', true), '')`;
export const fence = (table: string) =>
  pgPolicy(`${table}_of_this_org`, { to: appRole, using: ofThisOrg, withCheck: ofThisOrg });
