import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { Client } from "pg";
import { boundary } from "../platform/boundary.ts";
import { APP_ROLE, ensureRole, WORKER_ROLE } from "../platform/postgres/roles.ts";
import { runDbosMigrations } from "./dbos-internals.ts";
import { fenceQueueTables, liftFences } from "./fences.ts";
import { DATABASE_NOW_MS } from "./names.ts";
import { appliedLayout, LAYOUT } from "./require-layout.ts";

/** An arbitrary lock number that nothing else uses. */
const LOCK = 7_023_114_906;
const PAUSE_MS = 50;
const PATIENCE_MS = 120_000;
const LOCK_TIMEOUT = "10s";

/** Migrates the queue's tables to the newest layout, as the owner, with row-level security. */
export async function migrateDurable(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await lock(owner);
    if ((await appliedLayout(owner)) >= LAYOUT) return;
    await owner.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await ensureRole(owner, APP_ROLE);
    await ensureRole(owner, WORKER_ROLE);
    await liftFences(owner);
    boundary("migrate.queue_begun");
    await runDbosMigrations(ownerUrl);
    boundary("migrate.queue_applied");
    await inTransaction(owner, async () => {
      await ownTables(owner);
      await fenceQueueTables(owner);
      boundary("migrate.queue_fenced");
      await owner.query("INSERT INTO countersign_durable.layouts (layout) VALUES ($1)", [LAYOUT]);
    });
  } finally {
    await owner.end(); // also releases the lock
  }
}

/**
 * Polls for the lock instead of waiting inside the database, because a waiting statement is an open
 * transaction that would block the migration's own index builds.
 */
async function lock(owner: Client): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(PAUSE_MS)) {
    const { rows } = await owner.query<{ ours: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS ours",
      [LOCK],
    );
    if (rows[0]?.ours === true) return;
  }
  throw new CountersignError(
    "timed_out",
    "Another process has been migrating the queue for too long.",
  );
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

/** Creates our additions to the engine's tables: heartbeats, the applied layout, and the database clock. */
async function ownTables(owner: Client): Promise<void> {
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
    GRANT USAGE ON SCHEMA countersign_durable TO ${APP_ROLE}, ${WORKER_ROLE};
    GRANT SELECT ON countersign_durable.layouts TO ${APP_ROLE}, ${WORKER_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON countersign_durable.executors TO ${WORKER_ROLE};
  `);
  await useDatabaseClock(owner);
}

/**
 * Makes delays follow the database clock.
 *
 * The engine uses the clock of whichever process handles them, so a process with a wrong clock would start
 * all timers too early, or its own too late.
 */
async function useDatabaseClock(owner: Client): Promise<void> {
  await owner.query(`
    CREATE OR REPLACE FUNCTION countersign_durable.set_delay() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    BEGIN
      NEW.delay_until_epoch_ms := ${DATABASE_NOW_MS} + (NEW.attributes->>'delayMs')::bigint;
      NEW.attributes := NULL;
      RETURN NEW;
    END $$;
    CREATE OR REPLACE FUNCTION countersign_durable.keep_row() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    BEGIN
      RETURN NULL;
    END $$;
    DROP TRIGGER IF EXISTS countersign_delay_set ON dbos.workflow_status;
    CREATE TRIGGER countersign_delay_set BEFORE INSERT ON dbos.workflow_status FOR EACH ROW
      WHEN (NEW.status = 'DELAYED' AND NEW.attributes ? 'delayMs')
      EXECUTE FUNCTION countersign_durable.set_delay();
    DROP TRIGGER IF EXISTS countersign_delay_kept ON dbos.workflow_status;
    CREATE TRIGGER countersign_delay_kept BEFORE UPDATE ON dbos.workflow_status FOR EACH ROW
      WHEN (OLD.status = 'DELAYED' AND NEW.status = 'ENQUEUED'
            AND OLD.delay_until_epoch_ms > ${DATABASE_NOW_MS})
      EXECUTE FUNCTION countersign_durable.keep_row();
  `);
}
