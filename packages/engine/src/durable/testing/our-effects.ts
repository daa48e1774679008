import { Pool } from "pg";
import { transact } from "../../platform/transact.ts";
import { createEffectQueue } from "../create-effect-queue.ts";
import { serveEffects } from "./serve-effects.ts";

/**
 * The engine's queue in a separate process: jobs are enqueued by the application with row-level security, and run
 * by the worker. The jobs do nothing.
 */
const [appUrl = "", workerUrl = ""] = process.argv.slice(2);
const pool = new Pool({ connectionString: appUrl, max: 4 });
const queue = createEffectQueue({ workerUrl });

serveEffects({
  start: (onDone) => queue.start(async () => onDone()),
  enqueue: (ids) =>
    transact(pool, "acme", ({ client }) =>
      queue.enqueue(
        client,
        ids.map((id) => ({
          id: `acme:${id}`,
          org: "acme",
          queue: "effects",
          kind: "wake",
          payload: { task: id },
        })),
      ),
    ),
  async stop() {
    await queue.stop(5_000);
    await pool.end();
  },
});
