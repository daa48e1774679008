import { CountersignError } from "@countersign/core";
import { Pool } from "pg";
import { requireCurrent, requireFenced } from "./check-database.ts";
import { migrateDatabase } from "./migrate.ts";
import { type SoloPostgres, startSoloPostgres } from "./solo-postgres.ts";

export type DatabaseSettings =
  /** One developer: a server of our own over this directory. */
  | { dataDirectory: string }
  /** A team: their server. Whoever also names the owner migrates; others only check. */
  | { databaseUrl: string; ownerUrl?: string };

export type Database = {
  pool: Pool;
  appUrl: string;
  /** Null where the application does not know the owner. */
  ownerUrl: string | null;
  /** Closes the connections, and stops the server if it is our own. */
  close(): Promise<void>;
};

/** Opens the database as the application's role, migrated and fenced, or says what is wrong with it. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if ("databaseUrl" in settings) {
    const { databaseUrl, ownerUrl } = settings;
    return connect(databaseUrl, ownerUrl ?? null, async () => undefined);
  }
  const server: SoloPostgres = await startSoloPostgres(settings.dataDirectory);
  return connect(server.appUrl, server.ownerUrl, () => server.stop());
}

async function connect(
  appUrl: string,
  ownerUrl: string | null,
  stop: () => Promise<void>,
): Promise<Database> {
  const pool = new Pool({ connectionString: appUrl });
  pool.on("error", () => undefined); // an idle connection that broke is replaced at the next use
  const close = async () => {
    await pool.end();
    await stop();
  };
  try {
    if (ownerUrl !== null) await migrateDatabase(ownerUrl, loginOf(appUrl));
    await requireCurrent(pool);
    await requireFenced(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, appUrl, ownerUrl, close };
}

function loginOf(url: string): string {
  const login = URL.canParse(url) ? decodeURIComponent(new URL(url).username) : "";
  if (login === "")
    throw new CountersignError("invalid_input", "DATABASE_URL names no user", {
      hint: "postgres://user:password@host/database",
    });
  return login;
}
