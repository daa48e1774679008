import type { Pool } from "pg";
import { transact } from "../platform/transact.ts";

const BATCH = 5_000;
const MAX_BATCHES = 100;

/**
 * Forgets the answers to commands that were given so many days ago.
 *
 * A key is a promise for as long as somebody may still repeat it; what happened stays in the log.
 */
export async function forgetAnswers(pool: Pool, org: string, days: number): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rowCount } = await transact(pool, org, ({ client }) =>
      client.query(
        `DELETE FROM countersign.commands WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM countersign.commands
            WHERE org_id = $1 AND at < now() - make_interval(days => $2) LIMIT ${BATCH}))`,
        [org, days],
      ),
    );
    if ((rowCount ?? 0) < BATCH) return;
  }
}
