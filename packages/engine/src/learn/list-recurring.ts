import { Finding } from "@countersign/core";
import { z } from "zod";
import type { Session } from "../platform/transact.ts";

/** A finding that recurred in another task or in another round of its task. */
export type RecurringFindingGroup = {
  fingerprint: string;
  repo: string;
  /** Its last occurrence. */
  last: Pick<Finding, "id" | "severity" | "category" | "ruleId" | "file" | "message"> & {
    task: string;
  };
  tasks: number;
  rounds: number;
  /** The number of tasks in which it was dismissed, by a person or automatically. */
  dismissed: number;
  /** All actors that raised it. */
  raisedBy: readonly string[];
};

export type LearnQuery = { repo?: string | undefined; limit?: number | undefined };

const DEFAULT_LIMIT = 50;

const Row = z.object({
  fingerprint: z.string(),
  repo: z.string(),
  tasks: z.coerce.number(),
  rounds: z.coerce.number(),
  dismissed: z.coerce.number(),
  task: z.string(),
  last: Finding,
  raised: z.array(z.array(z.string())),
});

const RECURRING = `
  SELECT f->>'fingerprint' AS fingerprint, t.repo, count(*) AS tasks,
         sum(jsonb_array_length(f->'rounds')) AS rounds,
         count(*) FILTER (WHERE f->'disposition'->>'is' = 'dismissed') AS dismissed,
         (array_agg(t.task_id ORDER BY t.updated DESC, t.task_id))[1] AS task,
         (array_agg(f ORDER BY t.updated DESC, t.task_id))[1] AS last,
         jsonb_agg(f->'raisedBy') AS raised
    FROM countersign.tasks t CROSS JOIN LATERAL jsonb_array_elements(t.body->'findings') f
   WHERE t.org_id = $1 AND ($2::text IS NULL OR t.repo = $2)
   GROUP BY 1, 2
  HAVING count(*) > 1 OR sum(jsonb_array_length(f->'rounds')) > 1
   ORDER BY tasks DESC, rounds DESC, fingerprint, t.repo LIMIT $3`;

/** Lists recurring findings, most frequent first. */
export async function listRecurring(
  { client, org }: Session,
  { repo, limit = DEFAULT_LIMIT }: LearnQuery,
): Promise<RecurringFindingGroup[]> {
  const { rows } = await client.query(RECURRING, [org, repo ?? null, limit]);
  return z
    .array(Row)
    .parse(rows)
    .map(
      ({ last: { id, severity, category, ruleId, file, message }, task, raised, ...counts }) => ({
        ...counts,
        last: { task, id, severity, category, ruleId, file, message },
        raisedBy: [...new Set(raised.flat())].sort(),
      }),
    );
}
