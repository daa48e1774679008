import { primaryKey, text } from "drizzle-orm/pg-core";
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
