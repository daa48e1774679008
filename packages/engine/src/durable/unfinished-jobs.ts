import type { ClientBase } from "pg";

type UnfinishedJob = {
  id: string;
  queue: string;
  content: { kind: string; payload: object; partition?: string };
  due_ms: number | null;
};

/** Lists the unfinished jobs of the session's organisation, with the time from which each delayed one may run. */
export async function unfinishedJobs(client: ClientBase, org: string) {
  const { rows } = await client.query<UnfinishedJob>(
    "SELECT id, queue, content, due_ms FROM countersign_durable.unfinished() ORDER BY id",
  );
  return rows.map(({ id, queue, content, due_ms: dueMs }) => {
    const { kind, payload, partition = null } = content;
    return { id, org, queue, partition, kind, payload, dueMs };
  });
}

/** Counts the session's organisation's waiting, delayed and running jobs. */
export async function queueDepth(client: ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ status: string; count: number }>(
    "SELECT status, count(*)::int FROM countersign_durable.unfinished() GROUP BY status",
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/**
 * Returns the series of the session's organisation of which a job is unfinished. A series is a job's id without the
 * number at its end.
 */
export async function unfinishedSeries(
  client: ClientBase,
  series: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ series: string }>(
    "SELECT series FROM countersign_durable.unfinished_series($1) AS series",
    [series],
  );
  return new Set(rows.map((row) => row.series));
}
