import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { migrateDurable } from "../durable/migrate-durable.ts";
import { boundary } from "../platform/boundary.ts";
import { MIGRATIONS } from "../platform/migrations.ts";
import { APP_ROLE, ensureRole, grantRole, WORKER_ROLE } from "../platform/postgres/roles.ts";

/**
 * An arbitrary lock number that nothing else uses. Two processes that start at once migrate one after the
 * other.
 */
const LOCK = 7_023_114_905;
const LOCK_TIMEOUT = "10s";

/** Migrates the database to the newest schema, as its owner, and grants access to the given logins. */
export async function migrateDatabase(
  ownerUrl: string,
  appLogin: string,
  workerLogin: string | null = null,
): Promise<void> {
  await migrateOurs(ownerUrl, appLogin);
  await migrateDurable(ownerUrl);
  if (workerLogin !== null) await admitWorker(ownerUrl, workerLogin);
}

async function migrateOurs(ownerUrl: string, appLogin: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await owner.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await ensureRole(owner, APP_ROLE);
    boundary("migrate.begun");
    await migrate(drizzle(owner), MIGRATIONS);
    boundary("migrate.applied");
    const { migrationsSchema, migrationsTable } = MIGRATIONS;
    await owner.query(`GRANT USAGE ON SCHEMA ${migrationsSchema} TO ${APP_ROLE}`);
    await owner.query(`GRANT SELECT ON ${migrationsSchema}.${migrationsTable} TO ${APP_ROLE}`);
    await grantRole(owner, APP_ROLE, appLogin);
    boundary("migrate.granted");
  } finally {
    await owner.end(); // also releases the lock
  }
}

async function admitWorker(ownerUrl: string, workerLogin: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await grantRole(owner, WORKER_ROLE, workerLogin);
    boundary("migrate.worker_admitted");
  } finally {
    await owner.end();
  }
}
