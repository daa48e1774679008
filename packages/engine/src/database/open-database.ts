import { CountersignError } from "@countersign/core";
import { Pool } from "pg";
import { requireLayout } from "../durable/require-layout.ts";
import {
  requireCurrent,
  requireFenced,
  requireWorkerLogin,
} from "../platform/postgres/check-database.ts";
import type { DatabaseSettings } from "../platform/postgres/database-settings.ts";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import { PIPELINED } from "../platform/postgres/pipelined.ts";
import { startSoloPostgres } from "../platform/postgres/solo-postgres.ts";
import { isServerGone } from "../platform/transact.ts";
import { migrateDatabase } from "./migrate-database.ts";

type Urls = {
  appUrl: string;
  /** Null if the application does not know the owner. */
  ownerUrl: string | null;
  /** Connection string of the queue. Null if this process runs no jobs. */
  workerUrl: string | null;
};

export type Database = Urls & {
  pool: Pool;
  /** Closes the connections, and stops the server if it is embedded. */
  close(): Promise<void>;
};

/** Milliseconds that a command waits for a connection before it is refused. */
const CONNECT_MS = 10_000;
const MAX_STARTS = 3;

/**
 * Opens the database as the application's role, migrated and with row-level security, or explains what is
 * wrong with it.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if ("databaseUrl" in settings) {
    const { databaseUrl, ownerUrl = null, workerUrl = null } = settings;
    return connect({ appUrl: databaseUrl, ownerUrl, workerUrl }, async () => undefined);
  }
  return await openSolo(settings.dataDirectory);
}

/** Starts the private server again if it ends before we are connected: one left behind by a crash may be ending. */
async function openSolo(dataDirectory: string): Promise<Database> {
  for (let starts = 1; ; starts += 1) {
    const { appUrl, ownerUrl, workerUrl, stop } = await startSoloPostgres(dataDirectory);
    try {
      return await connect({ appUrl, ownerUrl, workerUrl }, stop);
    } catch (error) {
      if (starts === MAX_STARTS || !isServerGone(error)) throw error;
    }
  }
}

async function connect(urls: Urls, stop: () => Promise<void>): Promise<Database> {
  const pool = guardConnections(
    new Pool({
      connectionString: urls.appUrl,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      ...PIPELINED,
    }),
  );
  const close = async () => {
    await pool.end();
    await stop();
  };
  try {
    await migrate(urls);
    await requireCurrent(pool);
    await requireLayout(pool);
    await requireFenced(pool);
    if (urls.workerUrl !== null) await requireWorkerLogin(urls.workerUrl);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, ...urls, close };
}

async function migrate({ ownerUrl, appUrl, workerUrl }: Urls): Promise<void> {
  if (ownerUrl === null) return;
  const worker =
    workerUrl === null ? null : withLogin(workerUrl, "COUNTERSIGN_DATABASE_WORKER_URL");
  await migrateDatabase(ownerUrl, withLogin(appUrl, "COUNTERSIGN_DATABASE_URL"), worker);
}

function withLogin(url: string, name: string): string {
  const login = URL.canParse(url) ? decodeURIComponent(new URL(url).username) : "";
  if (login === "")
    throw new CountersignError("invalid_input", `${name} names no user`, {
      hint: "postgres://user:password@host/database",
    });
  return login;
}
