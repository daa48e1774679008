import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EffectQueue } from "../ports/effect-queue.ts";
import { createEffectQueue } from "./create-effect-queue.ts";
import { durableDatabase, effect, waitUntil } from "./testing/durable-database.ts";

const { as, statusOf, workerUrl } = await durableDatabase();
const THREE_DAYS_MS = 3 * 86_400_000;
const LATE_MS = 5_000;

let queue: EffectQueue | null = null;
let ticking: NodeJS.Timeout;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  ticking = setInterval(() => vi.setSystemTime(Date.now() + 10), 10);
});

afterEach(async () => {
  clearInterval(ticking);
  vi.useRealTimers();
  await queue?.stop(1_000);
});

/** Starts the queue with a job that waits for so long; answers with how long it has waited, once it has. */
async function delayedJob(id: string, delayMs: number): Promise<() => number | null> {
  queue = createEffectQueue({ workerUrl });
  let doneMs: number | null = null;
  await queue.start(async (job) => {
    if (job.id === id) doneMs = performance.now();
  });
  const begin = performance.now();
  const jobs = [effect(id, { delayMs })];
  await as("ours", async (client) => queue?.enqueue(client, jobs));
  return () => (doneMs === null ? null : doneMs - begin);
}

it.each([
  { clock: "three days ahead", offMs: THREE_DAYS_MS },
  { clock: "three days behind", offMs: -THREE_DAYS_MS },
])("starts a delayed job in time on a machine whose clock is $clock", async ({ offMs }) => {
  const id = `ours:clock:${offMs}`;
  vi.setSystemTime(Date.now() + offMs);
  const waited = await delayedJob(id, 2_500);

  await pause(2_000);
  expect(await statusOf(id)).toBe("delayed");
  await waitUntil(() => waited() !== null);

  expect(waited()).toBeGreaterThanOrEqual(2_500);
  expect(waited()).toBeLessThan(2_500 + LATE_MS);
});

it("starts a delayed job in time on a machine whose clock is set back by three days meanwhile", async () => {
  const waited = await delayedJob("ours:clock:jump", 1_500);
  await pause(500);
  vi.setSystemTime(Date.now() - THREE_DAYS_MS);
  await waitUntil(() => waited() !== null);

  expect(waited()).toBeGreaterThanOrEqual(1_500);
  expect(waited()).toBeLessThan(1_500 + LATE_MS);
});
