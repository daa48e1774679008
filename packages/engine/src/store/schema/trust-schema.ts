import { sql } from "drizzle-orm";
import { index, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/** Requests to begin or change the trust of a target, which several people sign. */
export const trustRequests = countersign.table(
  "trust_requests",
  {
    orgId: orgId(),
    id: text("id").notNull(),
    repo: text("repo").notNull(),
    /** What is signed, as JSON text. */
    body: text("body").notNull(),
    /** `open` until enough people signed, then `complete` until the engine has carried it out. */
    state: text("state")
      .$type<"open" | "complete" | "done" | "outdated" | "withdrawn" | "expired">()
      .notNull()
      .default("open"),
    proposedBy: text("proposed_by").notNull(),
    proposed: moment("proposed").default(sql`now()`),
    until: moment("until"),
    /** The commit that the engine announced for it, and the commit of the target before. A waypoint is on no target. */
    commit: text("commit"),
    parent: text("parent"),
    ended: maybeMoment("ended"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex("trust_requests_one_open")
      .on(table.orgId, table.repo)
      .where(sql`state IN ('open', 'complete')`),
    index("trust_requests_by_commit").on(table.orgId, table.repo, table.commit),
    fence("trust_requests"),
  ],
);

/** The acts that people signed for a request. */
export const trustSignatures = countersign.table(
  "trust_signatures",
  {
    orgId: orgId(),
    request: text("request").notNull(),
    actor: text("actor").notNull(),
    fingerprint: text("fingerprint").notNull(),
    /** The act, in the table of acts. */
    nonce: text("nonce").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.request, table.actor, table.fingerprint] }),
    fence("trust_signatures"),
  ],
);
