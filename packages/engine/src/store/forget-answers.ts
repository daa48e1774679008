import type { Pool } from "pg";
import { transact } from "../platform/transact.ts";

const BATCH = 5_000;
const MAX_BATCHES = 100;

/**
 * Deletes the answers to commands given at least this many days ago.
 *
 * An answer is kept as long as a client may retry its key. The log keeps what happened.
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
