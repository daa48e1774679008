import { primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { countersign, fence, moment, orgId } from "./columns.ts";

/** When a reviewer's credential was last seen as a connection for a repository. */
export const reviewerConnections = countersign.table(
  "reviewer_connections",
  {
    orgId: orgId(),
    credential: text("credential").notNull(),
    repo: text("repo").notNull(),
    seen: moment("seen"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.credential, table.repo] }),
    fence("reviewer_connections"),
  ],
);

/**
 * The version of each organisation's roster. Triggers replace it with every change of credentials or connections,
 * except for heartbeats of a live connection. Random, so that it is never the version of another database.
 */
export const rosters = countersign.table(
  "rosters",
  { orgId: orgId(), version: uuid("version").notNull() },
  (table) => [primaryKey({ columns: [table.orgId] }), fence("rosters")],
);
