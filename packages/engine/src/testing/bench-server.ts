import { rm } from "node:fs/promises";
import { Client, Pool, type PoolClient } from "pg";
import { migrateDatabase } from "../database/migrate-database.ts";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import { PIPELINED } from "../platform/postgres/pipelined.ts";
import { APP_LOGIN, WORKER_LOGIN } from "../platform/postgres/solo-access.ts";
import { startSoloPostgres } from "../platform/postgres/solo-postgres.ts";
import { openTemporary } from "./run-server.ts";

/** A connection of a bench's pool. */
export type BenchClient = PoolClient;

export type BenchUrls = { ownerUrl: string; appUrl: string; workerUrl: string };

export type BenchServer = BenchUrls & {
  directory: string;
  /** Creates a migrated, empty database. */
  database(name: string): Promise<BenchUrls>;
  stop(): Promise<void>;
};

const TEMPLATE = "countersign";

/** Starts an embedded Postgres in a temporary directory that counts its statements. */
export async function benchServer(): Promise<BenchServer> {
  const directory = await openTemporary();
  const first = await startSoloPostgres(directory);
  await withOwner(first.ownerUrl, (owner) =>
    owner.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'"),
  );
  await first.stop();
  const server = await startSoloPostgres(directory);
  const { ownerUrl, appUrl, workerUrl } = server;
  await migrateDatabase(ownerUrl, APP_LOGIN, WORKER_LOGIN);
  await withOwner(ownerUrl, (owner) => owner.query("CREATE EXTENSION pg_stat_statements"));
  return {
    directory,
    ownerUrl,
    appUrl,
    workerUrl,
    async database(name) {
      await withOwner(at(ownerUrl, "postgres"), (owner) =>
        owner.query(`CREATE DATABASE ${owner.escapeIdentifier(name)} TEMPLATE ${TEMPLATE}`),
      );
      return {
        ownerUrl: at(ownerUrl, name),
        appUrl: at(appUrl, name),
        workerUrl: at(workerUrl, name),
      };
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export function benchPool(url: string, max: number): Pool {
  return guardConnections(new Pool({ connectionString: url, max, ...PIPELINED }));
}

/** Returns the number of statements that the server has run, except the owner's. */
export async function statementsSoFar(ownerUrl: string): Promise<number> {
  const { rows } = await withOwner(ownerUrl, (owner) =>
    owner.query<{ calls: string }>(
      `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements s
         JOIN pg_roles r ON r.oid = s.userid WHERE NOT r.rolsuper`,
    ),
  );
  return Number(rows[0]?.calls);
}

/** What the server has done so far: `commits` in this database, `statements` and `walBytes` in all. */
export type ServerCounters = { statements: number; commits: number; walBytes: number };

export async function readServerCounters(ownerUrl: string): Promise<ServerCounters> {
  const statements = await statementsSoFar(ownerUrl);
  const { rows } = await withOwner(ownerUrl, (owner) =>
    owner.query<{ commits: string; wal: string }>(
      `SELECT xact_commit AS commits, pg_current_wal_insert_lsn() - '0/0' AS wal
         FROM pg_stat_database WHERE datname = current_database()`,
    ),
  );
  return { statements, commits: Number(rows[0]?.commits), walBytes: Number(rows[0]?.wal) };
}

export async function withOwner<Result>(
  url: string,
  work: (owner: Client) => Promise<Result>,
): Promise<Result> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

function at(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
