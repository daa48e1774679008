import { afterAll, expect, it } from "vitest";
import { createEffectQueue } from "./create-effect-queue.ts";
import { durableDatabase, effect, waitUntil } from "./testing/durable-database.ts";

const { abandon, as, statusOf, workerUrl } = await durableDatabase();
const failed: string[] = [];
const told: string[] = [];
const queue = createEffectQueue({
  workerUrl,
  beatMs: 50,
  deadAfterMs: 300,
  putOffMs: 1_000,
  log: ({ event }) => {
    told.push(event);
  },
  onFailed: ({ id, org }) => {
    failed.push(`${org} ${id}`);
  },
});
afterAll(() => queue.stop(1_000));

const done: string[] = [];
await queue.start(async ({ id }) => {
  done.push(id);
});

it("puts off a job that too many workers have died over, and does it later", async () => {
  const ids = ["ours:worn", "ours:fresh"];
  await as("ours", (client) =>
    queue.enqueue(
      client,
      ids.map((id) => effect(id, { delayMs: 60_000 })),
    ),
  );
  await abandon(["ours:worn"], 21);
  await abandon(["ours:fresh"], 20);

  await waitUntil(() => done.length > 0);
  expect(done).toEqual(["ours:fresh"]);
  expect(told).toContain("jobs_put_off");
  await waitUntil(() => done.length > 1);
  expect(done).toEqual(["ours:fresh", "ours:worn"]);
  await waitUntil(async () => (await statusOf("ours:worn")) === undefined);
  expect(failed).toEqual([]);
});
