import type { Session } from "../../platform/transact.ts";
import { COST } from "../schema/schema.ts";

const MIDNIGHT = "date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'";

/** An index covers the few events with a cost. */
export const SPENT = {
  name: "spent_today",
  text: `
    SELECT coalesce(sum(${COST}), 0) AS usd FROM countersign.events
     WHERE org_id = $1 AND at >= ${MIDNIGHT} AND ${COST} > 0
       AND body->>'type' IN ('verdict_recorded', 'evidence_recorded', 'checkup_verdict', 'no_result', 'planned')`,
};

/** Sums what the organisation's reviewers have cost since midnight UTC, in dollars. */
export async function spentToday({ client, org }: Session): Promise<number> {
  const { rows } = await client.query<{ usd: number }>({ ...SPENT, values: [org] });
  return Number(rows[0]?.usd ?? 0);
}
