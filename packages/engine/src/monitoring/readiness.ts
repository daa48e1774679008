import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { requireLayout } from "../durable/require-layout.ts";
import { requireCurrent } from "../platform/postgres/check-database.ts";

/** The conditions for sending requests to this process. */
export type Readiness = { database: boolean; migrations: boolean; queue: boolean };

const PATIENCE_MS = 2_000;

/** Reads the readiness from the database. If the database does not respond in time, nothing is ready. */
export async function readReadiness(pool: Pool, queue: boolean): Promise<Readiness> {
  const database = await inTime(pool.query("SELECT 1"));
  const migrations =
    database && (await inTime(Promise.all([requireCurrent(pool), requireLayout(pool)])));
  return { database, migrations, queue };
}

async function inTime(work: Promise<unknown>): Promise<boolean> {
  const end = new AbortController();
  const late = pause(PATIENCE_MS, false, { signal: end.signal, ref: false }).catch(() => false);
  const done = work.then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([done, late]);
  end.abort();
  return answer;
}
