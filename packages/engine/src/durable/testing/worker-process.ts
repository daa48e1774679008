import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "pg";
import { createEffectQueue } from "../create-effect-queue.ts";

/**
 * A worker process for tests that need two workers or kill one. Each job writes a note at its start and end; only
 * its first run takes long. The worker stops when its input ends, so that it never outlives the test.
 */
const [name = "", workerUrl = "", notesUrl = ""] = process.argv.slice(2);
const notes = new Pool({ connectionString: notesUrl });
const queue = createEffectQueue({ workerUrl });

await queue.start(async ({ id, payload }) => {
  const { rows } = await notes.query(
    `INSERT INTO public.notes VALUES ($1, $2, extract(epoch FROM clock_timestamp()) * 1000)
     RETURNING ctid, NOT EXISTS (SELECT FROM public.notes WHERE job = $1) AS first`,
    [id, name],
  );
  if (rows[0]?.first) await pause(Number(payload.ms ?? 0));
  await notes.query(
    "UPDATE public.notes SET ended = extract(epoch FROM clock_timestamp()) * 1000 WHERE ctid = $1",
    [rows[0]?.ctid],
  );
});
process.stdout.write("ready\n");

process.stdin.resume();
process.stdin.once("end", async () => {
  await queue.stop(5_000);
  await notes.end();
});
