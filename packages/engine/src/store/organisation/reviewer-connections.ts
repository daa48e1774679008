import { sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { reviewerConnections } from "../schema/reviewer-schema.ts";

/** Records that a reviewer's credential is connected for a repository now. */
export async function markConnected(
  { db, org }: Session,
  { credential, repo }: { credential: string; repo: string },
): Promise<void> {
  const seen = sql`clock_timestamp()`;
  await db
    .insert(reviewerConnections)
    .values({ orgId: org, credential, repo, seen })
    .onConflictDoUpdate({
      target: [reviewerConnections.orgId, reviewerConnections.credential, reviewerConnections.repo],
      set: { seen },
    });
}

/** Deletes connections that ended long ago. */
export async function forgetConnections({ client, org }: Session): Promise<void> {
  await client.query(
    `DELETE FROM countersign.reviewer_connections
      WHERE org_id = $1 AND seen < now() - interval '1 day'`,
    [org],
  );
}
