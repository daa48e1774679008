import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import { WORKER_ROLE } from "../../platform/postgres/roles.ts";
import type { Job } from "../../ports/effect-queue.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";

export type DurableDatabase = TestDatabase & {
  workerUrl: string;
  /** Runs statements as the application in one transaction of an organisation. */
  as<Result>(org: string, work: (client: PoolClient) => Promise<Result>): Promise<Result>;
  /** Returns `enqueued`, `delayed`, `pending`, `given_up`, or undefined when the queue has no such job. */
  statusOf(id: string): Promise<string | undefined>;
  /** Makes jobs look as if a worker had fetched them so many times and then died. */
  abandon(ids: readonly string[], starts: number, worker?: string): Promise<void>;
  /** Returns the notes of the test's handlers, in the order of their start. */
  notes(): Promise<Note[]>;
};

export type Note = { job: string; worker: string; began: number; ended: number | null };

/** Creates a database with a login for the worker and a table for the notes of jobs. */
export async function durableDatabase(): Promise<DurableDatabase> {
  const database = await testDatabase();
  const { owner, pool } = database;
  await owner.query(
    `CREATE TABLE public.notes (job text, worker text, began float8 NOT NULL, ended float8);
     GRANT ALL ON public.notes TO PUBLIC`,
  );
  return {
    ...database,
    workerUrl: await workerLogin(database),
    as: (org, work) => inSession(pool, org, work),
    async statusOf(id) {
      const { rows } = await owner.query<{ status: string }>(
        `SELECT CASE WHEN locked_at IS NOT NULL THEN 'pending'
                     WHEN run_at > clock_timestamp() THEN 'delayed' ELSE 'enqueued' END AS status
           FROM countersign_queue.jobs WHERE key = $1
         UNION ALL SELECT 'given_up' FROM countersign_durable.finished
                    WHERE id = $1 AND error IS NOT NULL`,
        [id],
      );
      return rows[0]?.status;
    },
    async abandon(ids, starts, worker = "dead") {
      await owner.query(
        `INSERT INTO countersign_durable.executors VALUES ($1, clock_timestamp() - interval '1 day')
         ON CONFLICT DO NOTHING`,
        [worker],
      );
      await owner.query(
        `UPDATE countersign_queue._private_jobs
            SET attempts = $2, locked_at = now(), locked_by = $3, run_at = now() WHERE key = ANY($1)`,
        [ids, starts, worker],
      );
    },
    async notes() {
      const { rows } = await owner.query<Note>("SELECT * FROM public.notes ORDER BY began");
      return rows;
    },
  };
}

/** Creates a job of an organisation. */
export function effect(id: string, more: Partial<Job> = {}): Job {
  const org = id.slice(0, id.indexOf(":"));
  return { id, org, queue: "effects", kind: "note", payload: {}, ...more };
}

/** Polls a condition, and fails after a timeout. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs = 15_000,
): Promise<number> {
  const begin = performance.now();
  while (!(await holds())) {
    if (performance.now() - begin > withinMs) throw new Error(`not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - begin;
}

async function workerLogin({ owner, ownerUrl }: TestDatabase): Promise<string> {
  const login = `worker_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await owner.query(
    `CREATE ROLE ${login} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}';
     GRANT ${WORKER_ROLE} TO ${login}`,
  );
  return Object.assign(new URL(ownerUrl), { username: login, password }).href;
}

async function inSession<Result>(
  pool: TestDatabase["pool"],
  org: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('countersign.org', $1, true)", [org]);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
