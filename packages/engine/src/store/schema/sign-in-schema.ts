import { sql } from "drizzle-orm";
import { boolean, check, index, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/**
 * How people prove to an identity provider who they are. A row begins as an invitation and gets its issuer and
 * subject when the invited person signs in.
 */
export const signIns = countersign.table(
  "sign_ins",
  {
    orgId: orgId(),
    id: text("id").notNull(),
    actor: text("actor").notNull(),
    /** The provider and its own name for the account. Null until the invitation is accepted. */
    issuer: text("issuer"),
    subject: text("subject"),
    /** Whether a fresh sign-in may be exchanged for a short-lived credential of the role `admin`. */
    canAdminister: boolean("can_administer").notNull().default(false),
    /** The hash of the invitation. It stays after the invitation was accepted. */
    invitationHash: text("invitation_hash").notNull(),
    invited: moment("invited").default(sql`now()`),
    invitedUntil: moment("invited_until"),
    /** When the invitation was accepted. */
    added: maybeMoment("added"),
    removed: maybeMoment("removed"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique("sign_ins_by_invitation").on(table.orgId, table.invitationHash),
    uniqueIndex("sign_ins_by_subject")
      .on(table.orgId, table.issuer, table.subject)
      .where(sql`removed IS NULL`),
    index("sign_ins_by_actor").on(table.orgId, table.actor),
    check(
      "sign_ins_bound_at_once",
      sql`(issuer IS NULL) = (subject IS NULL) AND (issuer IS NULL) = (added IS NULL)`,
    ),
    fence("sign_ins"),
  ],
);
