import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { Pool } from "pg";
import { dbosLogger } from "../dbos-logger.ts";
import { serveEffects } from "./serve-effects.ts";

/**
 * A baseline on DBOS alone: one step with retries, on a queue with the same limits, enqueued in a transaction
 * without row-level security.
 */
const [ownerUrl = "", pollMs = "50"] = process.argv.slice(2);
const logger = dbosLogger(() => undefined);
const pool = new Pool({ connectionString: ownerUrl, max: 12 });
const own = new Pool({ connectionString: ownerUrl, max: 4 });
const name = "bare";
const client = await DBOSClient.create({
  systemDatabaseUrl: ownerUrl,
  systemDatabasePool: pool,
  applicationName: name,
  logger,
});
let onDone: () => void = () => undefined;

DBOS.registerWorkflow(
  async (_job: object) => {
    await DBOS.runStep(async () => onDone(), {
      name: "handle",
      retriesAllowed: true,
      maxAttempts: 5,
      intervalSeconds: 0.5,
      backoffRate: 2,
    });
  },
  { name },
);

serveEffects({
  async start(done) {
    onDone = done;
    await client.registerQueue(name, {
      minPollingIntervalMs: Number(pollMs),
      workerConcurrency: 16,
    });
    DBOS.setConfig({
      name,
      applicationVersion: "1",
      executorID: "bare",
      systemDatabaseUrl: ownerUrl,
      systemDatabasePool: pool,
      listenQueues: [name],
      logger,
      runMigrations: false,
      useListenNotify: false,
    });
    await DBOS.launch();
  },
  async enqueue(ids) {
    const session = await own.connect();
    await session.query("BEGIN");
    for (const id of ids)
      await client.enqueueInTransaction<(job: object) => Promise<void>>(
        session,
        { workflowName: name, workflowID: `acme:${id}`, queueName: name },
        { kind: "wake", payload: { task: id } },
      );
    await session.query("COMMIT");
    session.release();
  },
  async stop() {
    await DBOS.shutdown();
    await client.destroy();
    await own.end();
    if (!pool.ending) await pool.end();
  },
});
