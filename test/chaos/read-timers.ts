import type { Pool } from "pg";
import { ORG } from "./open-shop.ts";
import { type Rung, rungTimers } from "./timers.ts";

/** When the timers of some tasks rang, by the log and the clock of the database. */
export async function readTimers(owner: Pool, tasks: readonly string[]): Promise<Rung[]> {
  const now = await owner.query<{ ms: number }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms",
  );
  // One command writes all its entries with one time; the last moment among them counts.
  const { rows } = await owner.query<{
    task: string;
    types: string[];
    atMs: number;
    dueMs: number | null;
  }>(
    `SELECT task_id AS task, array_agg(body->>'type' ORDER BY seq) AS types,
            (extract(epoch FROM at) * 1000)::float8 AS "atMs",
            max(coalesce(body->>'deadlineMs', body->>'leaseUntilMs', body->'hold'->>'deadlineMs',
                         body->'grace'->>'untilMs')::float8) AS "dueMs"
       FROM countersign.events WHERE org_id = $1 AND task_id = ANY($2)
      GROUP BY task_id, at ORDER BY task_id, min(seq)`,
    [ORG, tasks],
  );
  const logs = Map.groupBy(rows, ({ task }) => task);
  return [...logs.values()].flatMap((log) => rungTimers(log, now.rows[0]?.ms ?? 0));
}
