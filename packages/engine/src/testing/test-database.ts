import { randomBytes } from "node:crypto";
import { Client, Pool } from "pg";
import { afterAll, inject } from "vitest";
import { PIPELINED } from "../platform/postgres/pipelined.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of the test run. Its database `countersign` is migrated, empty and used as a template. */
    postgres: { ownerUrl: string; appUrl: string };
    /** Number of runs of a race test. */
    races: number;
  }
}

const TEMPLATE = "countersign";

export type TestDatabase = {
  /** Connects as the application. */
  pool: Pool;
  /** Connects as the server's superuser. */
  owner: Pool;
  ownerUrl: string;
  appUrl: string;
};

/** Creates a database for one test file from the migrated template. It is dropped after the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const { ownerUrl, appUrl } = inject("postgres");
  const admin = new Client({ connectionString: at(ownerUrl, "postgres") });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  await admin.end();
  const urls = { ownerUrl: at(ownerUrl, name), appUrl: at(appUrl, name) };
  const pool = new Pool({ connectionString: urls.appUrl, max: 16, ...PIPELINED });
  const owner = new Pool({ connectionString: urls.ownerUrl, max: 4 });
  afterAll(async () => {
    await pool.end();
    await owner.end();
  });
  return { pool, owner, ...urls };
}

function at(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
