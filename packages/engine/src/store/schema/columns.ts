import { sql } from "drizzle-orm";
import { customType, pgPolicy, pgRole, pgSchema, text, timestamp } from "drizzle-orm/pg-core";

/** The application's role. Login roles are members of it. It is created before the first migration. */
export const appRole = pgRole("countersign_app").existing();

export const countersign = pgSchema("countersign");

/** A 64-bit transaction id. It never wraps around, so it orders commits. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const orgId = () => text("org_id").notNull();
export const maybeMoment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const moment = (name: string) => maybeMoment(name).notNull();

/** Without a current organisation, no row can be read or written. */
const ofThisOrg = sql`org_id = nullif(current_setting('countersign.org', true), '')`;
export const fence = (table: string) =>
  pgPolicy(`${table}_of_this_org`, { to: appRole, using: ofThisOrg, withCheck: ofThisOrg });
