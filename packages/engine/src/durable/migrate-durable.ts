import { runMigrations } from "graphile-worker";
import { Client, Pool } from "pg";
import { boundary } from "../platform/boundary.ts";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import { APP_ROLE, ensureRole, WORKER_ROLE } from "../platform/postgres/roles.ts";
import { drainDbos } from "./drain-dbos.ts";
import { createQueueFunctions, grantQueue, QUEUE_SCHEMA } from "./queue-functions.ts";
import { queueLogger } from "./queue-logger.ts";
import { appliedLayout, LAYOUT } from "./require-layout.ts";

/** An arbitrary lock number that nothing else uses. */
const LOCK = 7_023_114_906;
const PATIENCE = "120s";
const LOCK_TIMEOUT = "10s";

/** Migrates the queue's tables to the newest layout, as the owner, with row-level security. */
export async function migrateDurable(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`SET lock_timeout = '${PATIENCE}'`);
    await owner.query("SELECT pg_advisory_lock($1)", [LOCK]);
    if ((await appliedLayout(owner)) >= LAYOUT) return;
    await owner.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await ensureRole(owner, APP_ROLE);
    await ensureRole(owner, WORKER_ROLE);
    boundary("migrate.queue_begun");
    await migrateGraphile(ownerUrl);
    boundary("migrate.queue_applied");
    await inTransaction(owner, async () => {
      await createTables(owner);
      await createQueueFunctions(owner);
      await grantQueue(owner);
      await drainDbos(owner);
      boundary("migrate.queue_fenced");
      await owner.query("INSERT INTO countersign_durable.layouts (layout) VALUES ($1)", [LAYOUT]);
    });
  } finally {
    await owner.end(); // also releases the lock
  }
}

async function migrateGraphile(ownerUrl: string): Promise<void> {
  const pgPool = guardConnections(new Pool({ connectionString: ownerUrl, max: 1 }));
  try {
    await runMigrations({ pgPool, schema: QUEUE_SCHEMA, logger: queueLogger(() => undefined) });
  } finally {
    await pgPool.end();
  }
}

async function inTransaction(owner: Client, work: () => Promise<void>): Promise<void> {
  await owner.query("BEGIN");
  try {
    await work();
    await owner.query("COMMIT");
  } catch (error) {
    await owner.query("ROLLBACK");
    throw error;
  }
}

/** Creates our own tables: applied layouts, heartbeats, and jobs that must not be added again. */
async function createTables(owner: Client): Promise<void> {
  await owner.query(`
    CREATE SCHEMA IF NOT EXISTS countersign_durable;
    CREATE TABLE IF NOT EXISTS countersign_durable.layouts (
      layout integer PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE IF NOT EXISTS countersign_durable.executors (
      id text PRIMARY KEY,
      beat timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE TABLE IF NOT EXISTS countersign_durable.finished (
      id text PRIMARY KEY,
      error text,
      at timestamptz NOT NULL DEFAULT now()
    );
  `);
}
