import { Client } from "pg";
import { afterAll, expect, it } from "vitest";
import { createEffectQueue } from "./create-effect-queue.ts";
import { durableDatabase, effect } from "./testing/durable-database.ts";

const { abandon, as, owner, workerUrl } = await durableDatabase();
const queue = createEffectQueue({ workerUrl });
const worker = new Client({ connectionString: workerUrl });
await worker.connect();
afterAll(async () => {
  await queue.stop(0);
  await worker.end();
});

const BACKLOG = 5_000;
/** A full scan of the backlog reads more than 100 pages. */
const MAX_MORE_PAGES = 40;
const BEAT = "SELECT * FROM countersign_durable.beat('{}', '{}', 4500, 0)";

type Plan = {
  "QUERY PLAN": { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }[];
};

/** Returns the database pages that a heartbeat reads, after the next automatic vacuum. */
async function pagesOfBeat(): Promise<number> {
  await owner.query("VACUUM ANALYZE countersign_queue._private_jobs");
  await worker.query(BEAT); // plans its statements again
  const { rows } = await worker.query<Plan>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${BEAT}`);
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
}

async function enqueueBacklog(name: string, delayMs: number): Promise<void> {
  const jobs = Array.from({ length: BACKLOG }, (_, at) =>
    effect(`ours:${name}:${at}`, { delayMs }),
  );
  await as("ours", (client) => queue.enqueue(client, jobs));
}

it("reads as few pages for a heartbeat with a backlog of waiting and delayed jobs as without one", async () => {
  const before = await pagesOfBeat();
  await enqueueBacklog("delayed", 60_000);
  const delayed = await pagesOfBeat();
  expect((await worker.query(BEAT)).rows).toEqual([{ due: [], taken: 0, put_off: 0 }]);
  await enqueueBacklog("waiting", 0);
  const waiting = await pagesOfBeat();
  expect((await worker.query(BEAT)).rows).toEqual([{ due: ["effects"], taken: 0, put_off: 0 }]);

  expect(delayed - before).toBeLessThan(MAX_MORE_PAGES);
  expect(waiting - before).toBeLessThan(MAX_MORE_PAGES);

  await abandon(["ours:waiting:7"], 1);
  expect((await worker.query(BEAT)).rows).toEqual([{ due: ["effects"], taken: 1, put_off: 0 }]);
});
