import type { ClientBase } from "pg";
import { formatMetricFamily } from "./format-metric-family.ts";

const OUTCOMES = ["reverted", "hotfix", "reopened"];

/** Formats how many finished tasks of an organisation were reverted, corrected or reopened. */
export async function outcomeGauge(
  client: Pick<ClientBase, "query">,
  org: string,
): Promise<string> {
  const { rows } = await client.query<{ outcome: string; number: string }>(
    `SELECT outcome, count(*) AS number
       FROM countersign.merge_outcomes WHERE org_id = $1 GROUP BY outcome`,
    [org],
  );
  return formatMetricFamily(
    "countersign_merge_outcomes",
    "gauge",
    "Number of finished tasks that were reverted, corrected on the same lines or reopened within 7 days",
    OUTCOMES.map((outcome) => ({
      labels: { outcome },
      value: Number(rows.find((row) => row.outcome === outcome)?.number ?? 0),
    })),
  );
}
