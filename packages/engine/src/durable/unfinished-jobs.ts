import type { ClientBase } from "pg";

type Row = {
  id: string;
  queue: string;
  content: { kind: string; payload: object; partition?: string };
  due: string | null;
};

/** Lists the unfinished jobs of the session's organisation, with the time from which each may run. */
export async function unfinishedJobs(client: ClientBase, org: string) {
  const { rows } = await client.query<Row>(
    `SELECT id, queue, content,
            CASE WHEN status = 'delayed' THEN round(extract(epoch FROM due) * 1000) END AS due
       FROM countersign_durable.unfinished() ORDER BY id`,
  );
  return rows.map(({ id, queue, content: { kind, payload, partition = null }, due }) => ({
    ...{ id, org, queue, partition, kind, payload },
    dueMs: due === null ? null : Number(due),
  }));
}

/** Counts the session's organisation's waiting, delayed and running jobs. */
export async function queueDepth(client: ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ status: string; count: string }>(
    "SELECT status, count(*) AS count FROM countersign_durable.unfinished() GROUP BY status",
  );
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}
