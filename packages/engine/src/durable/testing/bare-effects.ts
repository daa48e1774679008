import { EventEmitter } from "node:events";
import { makeWorkerUtils, runTaskList } from "graphile-worker";
import { Pool } from "pg";
import { guardConnections } from "../../platform/postgres/guard-connections.ts";
import { queueLogger } from "../queue-logger.ts";
import { serveEffects } from "./serve-effects.ts";

/**
 * A baseline on graphile-worker alone: jobs that do nothing, with the same concurrency, enqueued with one
 * statement per transaction and without row-level security.
 */
const [ownerUrl = ""] = process.argv.slice(2);
const schema = "bare_queue";
const logger = queueLogger(() => undefined);
const pool = guardConnections(new Pool({ connectionString: ownerUrl, max: 12 }));
const own = guardConnections(new Pool({ connectionString: ownerUrl, max: 4 }));
let stop: () => Promise<void> = async () => undefined;

serveEffects({
  async start(onDone) {
    const utils = await makeWorkerUtils({ pgPool: pool, schema, logger });
    await utils.release();
    const workers = runTaskList(
      {
        ...{ schema, logger, concurrency: 16, noHandleSignals: true },
        events: new EventEmitter(),
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      { bare: async () => onDone() },
      pool,
    );
    stop = async () => workers.gracefulShutdown();
  },
  async enqueue(ids) {
    const session = await own.connect();
    await session.query("BEGIN");
    await session.query(
      `SELECT ${schema}.add_jobs(array_agg(
         ('bare', json_build_object('task', id), null, null, 25, 'acme:' || id, 0, null)::${schema}.job_spec))
         FROM unnest($1::text[]) AS id`,
      [ids],
    );
    await session.query("COMMIT");
    session.release();
  },
  async stop() {
    await stop();
    await own.end();
    await pool.end();
  },
});
