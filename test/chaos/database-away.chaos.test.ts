import { setTimeout as pause } from "node:timers/promises";
import { createEffectQueue } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effect, waitUntil } from "../../packages/engine/src/durable/testing/durable-database.ts";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import { openChaosPostgres, through } from "./chaos-postgres.ts";
import { openChaosProxy } from "./chaos-proxy.ts";
import { openPool } from "./open-pool.ts";

const BACK_MS = 5_000;
const ORG = "ours";
/** All attempts at a job together take far less time than the database is away. */
const RETRIES = { attempts: 3, firstPauseMs: 50 };

const postgres = await openChaosPostgres();
const jobsProxy = await openChaosProxy(postgres.port);
const queueProxy = await openChaosProxy(postgres.port);
const near = openPool(postgres.appUrl);
const far = openPool(through(postgres.appUrl, jobsProxy.port));
const givenUp: string[] = [];
const queue = createEffectQueue({
  workerUrl: through(postgres.workerUrl, queueProxy.port),
  retries: RETRIES,
  onFailed: ({ id }) => {
    givenUp.push(id);
  },
});
const done = new Set<string>();

beforeAll(() =>
  queue.start(async ({ id }) => {
    await transact(far, ORG, ({ client }) => client.query("SELECT 1"));
    done.add(id);
  }),
);
afterAll(() => queue.stop(1_000));

describe("the queue", () => {
  it("gives no job up because the database is away for those who do it", async () => {
    jobsProxy.shut(true);
    await enqueue("ours:patient");
    await pause(2_000);
    jobsProxy.shut(false);
    await waitUntil(() => done.has("ours:patient") || givenUp.length > 0, 60_000);

    expect(givenUp).toEqual([]);
  });

  it("works on within 5 s once the database is back", async ({ annotate }) => {
    queueProxy.shut(true);
    await enqueue("ours:after");
    await pause(5_000);
    queueProxy.shut(false);
    const backMs = await waitUntil(() => done.has("ours:after"), 60_000);

    await annotate(`back after ${Math.round(backMs)} ms`);
    expect(backMs).toBeLessThan(BACK_MS);
  });
});

async function enqueue(id: string): Promise<void> {
  await transact(near, ORG, ({ client }) => queue.enqueue(client, [effect(id)]));
}
