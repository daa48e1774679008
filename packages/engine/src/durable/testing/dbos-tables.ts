import type { Client, Pool } from "pg";

type DbosJob = {
  id: string;
  status: string;
  queue: string | null;
  partition?: string;
  dueMs?: number;
  content: object;
};

/** Creates the queue's tables as releases with DBOS left them, with the columns that we read, and puts jobs in them. */
export async function createDbosTables(
  owner: Client | Pool,
  jobs: readonly DbosJob[],
): Promise<void> {
  await owner.query(`
    CREATE SCHEMA dbos;
    CREATE TABLE dbos.workflow_status (
      workflow_uuid text PRIMARY KEY, status text, name text,
      created_at bigint NOT NULL DEFAULT (extract(epoch FROM now()) * 1000)::bigint,
      queue_name text, queue_partition_key text, delay_until_epoch_ms bigint
    );
    CREATE TABLE dbos.workflow_input (
      workflow_uuid text PRIMARY KEY REFERENCES dbos.workflow_status, inputs text
    );
    ALTER TABLE dbos.workflow_status ENABLE ROW LEVEL SECURITY;
    ALTER TABLE dbos.workflow_status FORCE ROW LEVEL SECURITY;
    ALTER TABLE dbos.workflow_input ENABLE ROW LEVEL SECURITY;
    ALTER TABLE dbos.workflow_input FORCE ROW LEVEL SECURITY;
    DELETE FROM countersign_durable.layouts;
    INSERT INTO countersign_durable.layouts VALUES (1);
  `);
  await owner.query("ALTER TABLE dbos.workflow_status NO FORCE ROW LEVEL SECURITY");
  await owner.query("ALTER TABLE dbos.workflow_input NO FORCE ROW LEVEL SECURITY");
  for (const { id, status, queue, partition = null, dueMs = null, content } of jobs) {
    await owner.query("INSERT INTO dbos.workflow_status VALUES ($1, $2, 'do_job', 0, $3, $4, $5)", [
      ...[id, status, queue, partition, dueMs],
    ]);
    const inputs = { json: [content], __dbos_serializer: "superjson" };
    await owner.query("INSERT INTO dbos.workflow_input VALUES ($1, $2)", [
      id,
      JSON.stringify(inputs),
    ]);
  }
  await owner.query("ALTER TABLE dbos.workflow_status FORCE ROW LEVEL SECURITY");
  await owner.query("ALTER TABLE dbos.workflow_input FORCE ROW LEVEL SECURITY");
}
