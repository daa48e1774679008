import { sql } from "drizzle-orm";
import { customType, pgPolicy, pgRole, pgSchema, text, timestamp } from "drizzle-orm/pg-core";

/** The application's role; login roles are members of it. It is made before the first migration. */
export const appRole = pgRole("countersign_app").existing();

export const countersign = pgSchema("countersign");

/** A transaction's 64-bit id. It never wraps around, so it orders what was committed. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const orgId = () => text("org_id").notNull();
export const maybeMoment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const moment = (name: string) => maybeMoment(name).notNull();

/** Whoever has named no organisation sees and writes nothing. */
const ofThisOrg = sql`org_id = nullif(current_setting('countersign.org', true), '')`;
export const fence = (table: string) =>
  pgPolicy(`${table}_of_this_org`, { to: appRole, using: ofThisOrg, withCheck: ofThisOrg });
