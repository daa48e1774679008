import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { createDbosEffectQueue } from "./dbos-effect-queue.ts";
import { durableDatabase, effect, until } from "./testing/durable-database.ts";

const { as, statusOf, workerUrl } = await durableDatabase();
const THREE_DAYS_MS = 3 * 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  { clock: "three days ahead", offMs: THREE_DAYS_MS },
  { clock: "three days behind", offMs: -THREE_DAYS_MS },
])("starts a delayed job in time on a machine whose clock is $clock", async ({ offMs }) => {
  const id = `ours:clock:${offMs}`;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offMs });
  const ticking = setInterval(() => vi.setSystemTime(Date.now() + 10), 10);
  const queue = await createDbosEffectQueue({ workerUrl });
  let doneMs = 0;
  await queue.start(async (job) => {
    if (job.id === id) doneMs = performance.now();
  });
  const begin = performance.now();
  await as("ours", (client) => queue.enqueue(client, [effect(id, { delayMs: 2_500 })]));

  await pause(2_000);
  expect(await statusOf(id)).toBe("DELAYED");
  await until(() => doneMs > 0);

  expect(doneMs - begin).toBeGreaterThanOrEqual(2_500);
  expect(doneMs - begin).toBeLessThan(5_000);
  await queue.stop(1_000);
  clearInterval(ticking);
});
