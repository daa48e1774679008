import { runMigrations } from "graphile-worker";
import { Client, Pool } from "pg";
import { boundary } from "../platform/boundary.ts";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import { APP_ROLE, ensureRole, WORKER_ROLE } from "../platform/postgres/roles.ts";
import { DRAIN_DBOS } from "./drain-dbos.ts";
import { QUEUE_LAYOUT, QUEUE_SCHEMA } from "./queue-layout.ts";
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
    // Several statements in one message are one transaction.
    await owner.query(
      `${QUEUE_LAYOUT} ${DRAIN_DBOS} INSERT INTO countersign_durable.layouts VALUES (${LAYOUT})`,
    );
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
