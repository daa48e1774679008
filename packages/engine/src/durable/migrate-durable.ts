import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { Client } from "pg";
import { boundary } from "../platform/boundary.ts";
import { APP_ROLE, ensureRole, WORKER_ROLE } from "../platform/postgres/roles.ts";
import { runDbosMigrations } from "./dbos-internals.ts";
import { fenceQueueTables, liftFences } from "./fences.ts";
import { ownTables } from "./own-tables.ts";
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
    await owner.end(); // which also gives the lock back
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
