import type { ClientBase } from "pg";
import { WORKFLOW } from "./names.ts";

type Row = {
  id: string;
  queue: string | null;
  partition: string | null;
  kind: string;
  payload: object;
  due: string | null;
};

/** Lists the unfinished jobs of an organisation, with the time from which each may run. */
export async function unfinishedJobs(client: ClientBase, org: string) {
  const { rows } = await client.query<Row>(
    `SELECT s.workflow_uuid AS id, s.queue_name AS queue, s.queue_partition_key AS partition,
            i.inputs::jsonb #>> '{json,0,kind}' AS kind,
            i.inputs::jsonb #> '{json,0,payload}' AS payload,
            CASE WHEN s.status = 'DELAYED' THEN s.delay_until_epoch_ms END AS due
       FROM dbos.workflow_status s JOIN dbos.workflow_input i USING (workflow_uuid)
      WHERE s.name = $1 AND starts_with(s.workflow_uuid, $2 || ':')
        AND s.status IN ('ENQUEUED', 'DELAYED', 'PENDING')
      ORDER BY s.workflow_uuid`,
    [WORKFLOW, org],
  );
  return rows.map(({ due, ...job }) => ({
    ...job,
    org,
    dueMs: due === null ? null : Number(due),
  }));
}

/** Counts an organisation's waiting, delayed and running jobs. */
export async function queueDepth(client: ClientBase, org: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ status: string; count: string }>(
    `SELECT status, count(*) AS count FROM dbos.workflow_status
      WHERE name = $1 AND starts_with(workflow_uuid, $2 || ':')
        AND status IN ('ENQUEUED', 'DELAYED', 'PENDING') GROUP BY status`,
    [WORKFLOW, org],
  );
  return new Map(rows.map(({ status, count }) => [status.toLowerCase(), Number(count)]));
}
