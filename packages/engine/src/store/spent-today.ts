import type { Session } from "./transact.ts";

const MIDNIGHT = "date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'";

/** Only tasks that changed today can have cost something today; few enough to read their entries. */
const SPENT = {
  name: "spent_today",
  text: `
    SELECT coalesce(sum(coalesce(e.body->>'costUsd', e.body->'verdict'->>'costUsd')::float8), 0) AS usd
      FROM countersign.tasks t
      JOIN countersign.events e ON e.org_id = t.org_id AND e.task_id = t.task_id
     WHERE t.org_id = $1 AND t.updated >= ${MIDNIGHT} AND e.at >= ${MIDNIGHT}
       AND e.body->>'type' IN ('verdict_recorded', 'evidence_recorded', 'checkup_verdict', 'no_result', 'planned')`,
};

/** What the answers of an organisation's reviewers cost since midnight (UTC), in dollars. */
export async function spentToday({ client }: Session, org: string): Promise<number> {
  const { rows } = await client.query<{ usd: number }>({ ...SPENT, values: [org] });
  return Number(rows[0]?.usd ?? 0);
}
