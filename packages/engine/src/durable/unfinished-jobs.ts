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

/** Returns the kinds of the session's organisation's unfinished jobs, each with the repositories they are for. */
export async function unfinishedKinds(
  client: ClientBase,
): Promise<{ kind: string; repo: string | null }[]> {
  const { rows } = await client.query<{ kind: string; repo: string | null }>(
    `SELECT DISTINCT content ->> 'kind' AS kind, content -> 'payload' ->> 'repo' AS repo
       FROM countersign_durable.unfinished()`,
  );
  return rows;
}
