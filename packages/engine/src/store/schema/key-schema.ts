import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/** The public keys with which people sign their commands. A key belongs to one person and is never used again. */
export const personKeys = countersign.table(
  "person_keys",
  {
    orgId: orgId(),
    fingerprint: text("fingerprint").notNull(),
    actor: text("actor").notNull(),
    /** The public key as OpenSSH writes it, without a comment. */
    key: text("key").notNull(),
    /** The origins of the pages that may use it. Only a passkey has any. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** The name by which a browser finds a passkey. Null for every other key. */
    credential: text("credential"),
    added: moment("added").default(sql`now()`),
    retired: maybeMoment("retired"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.fingerprint] }),
    index("person_keys_by_actor").on(table.orgId, table.actor),
    fence("person_keys"),
  ],
);

/** Statements that people sign. The engine prepares them; a signed one is used once and kept as evidence. */
export const acts = countersign.table(
  "acts",
  {
    orgId: orgId(),
    nonce: text("nonce").notNull(),
    actor: text("actor").notNull(),
    command: text("command").notNull(),
    /** Null for a command about a repository or the whole organisation. */
    taskId: text("task_id"),
    /** The exact line that the signature covers. */
    statement: text("statement").notNull(),
    /** Salts the digest of the request in an act. Null in statements of an earlier release. */
    salt: text("salt"),
    until: moment("until"),
    /** Signatures that a page or another program made for the client that decides, by fingerprint. */
    offered: jsonb("offered").$type<Record<string, string>>().notNull().default({}),
    /** The signature in base64, from the moment at which the command was executed. */
    sshsig: text("sshsig"),
    recorded: maybeMoment("recorded"),
    /** The first entry of the task's log that its command wrote. Null without a task, and in older rows. */
    seq: integer("seq"),
    /** The number of the proof that contains the act. It counts in no other. */
    proof: integer("proof"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.nonce] }),
    uniqueIndex("acts_one_open").on(table.orgId, table.actor).where(sql`recorded IS NULL`),
    index("acts_by_task").on(table.orgId, table.taskId),
    check("acts_signed_at_once", sql`(sshsig IS NULL) = (recorded IS NULL)`),
    fence("acts"),
  ],
);
