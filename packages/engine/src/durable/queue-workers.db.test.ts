import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WORKER_ROLE } from "../platform/postgres/roles.ts";
import type { EffectQueue, Job } from "../ports/effect-queue.ts";
import { createEffectQueue, type EffectQueueOptions } from "./create-effect-queue.ts";
import { durableDatabase, effect, waitUntil } from "./testing/durable-database.ts";

const { as, owner, workerUrl } = await durableDatabase();
const LONG_MS = 60_000;
/** Milliseconds until workers have sent the statements of their start, even on a busy machine. */
const SETTLE_MS = 2_000;

let queue: EffectQueue;
const begun: string[] = [];
const done: string[] = [];
const waits = new Map<string, Promise<void>>();
const ended = Promise.withResolvers<void>();

async function open(options: Partial<EffectQueueOptions> = {}): Promise<void> {
  queue = createEffectQueue({ workerUrl, ...options });
  await queue.start(async ({ id, kind }) => {
    begun.push(id);
    if (kind === "long") await ended.promise;
    await waits.get(id);
    done.push(id);
  });
}

async function enqueue(...jobs: Job[]): Promise<void> {
  await as("ours", (client) => queue.enqueue(client, jobs));
}

const inPartition = (queue: Job["queue"], id: string, partition: string, kind = "note") =>
  effect(id, { queue, partition: `ours/${partition}`, kind });

/** Records the statements of the workers from now on. */
function watch(): string[] {
  const texts: string[] = [];
  const { username } = new URL(workerUrl);
  const plain = Client.prototype.query;
  vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [said] = args;
    if (this.user === username) texts.push(typeof said === "string" ? said : JSON.stringify(said));
    return Reflect.apply(plain, this, args);
  });
  return texts;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await queue.stop(1_000);
});

describe("the workers of a queue", () => {
  it("find jobs of each queue that were added before they started", async () => {
    queue = createEffectQueue({ workerUrl });
    const merge = inPartition("merges", "ours:before:merge", "shop");
    const review = inPartition("reviewers", "ours:before:review", "ai");
    await enqueue(effect("ours:before:effect"), merge, review);
    await queue.stop(0);
    await open({ beatMs: LONG_MS });

    await waitUntil(() => done.filter((id) => id.startsWith("ours:before:")).length === 3, 5_000);
  });

  it("look for an added job only in its queue, with one statement", async () => {
    await open({ beatMs: LONG_MS });
    await pause(SETTLE_MS);
    const texts = watch();
    await enqueue(effect("ours:only"));
    await waitUntil(() => done.includes("ours:only"));
    await pause(300);

    expect(texts.filter((text) => /skip locked/i.test(text))).toHaveLength(1);
    expect(texts).toHaveLength(2); // with its end
  });

  it("send nothing but heartbeats while there is nothing to do", async () => {
    await open({ beatMs: 100 });
    await enqueue(effect("ours:far", { delayMs: LONG_MS }));
    await pause(SETTLE_MS);
    const texts = watch();
    await pause(1_000);

    expect(texts.filter((text) => !text.includes("countersign_durable.beat"))).toEqual([]);
    expect(texts.length).toBeLessThanOrEqual(10);
    await queue.cancel("ours", ["ours:far"]);
  });

  it("start the next job of a partition when one has ended, without waiting for a heartbeat", async () => {
    await open({ beatMs: LONG_MS });
    const ids = Array.from({ length: 10 }, (_, at) => `ours:row:${at}`);
    await enqueue(...ids.map((id) => inPartition("merges", id, "shop")));

    await waitUntil(() => done.includes("ours:row:9"), 5_000);

    expect(done.filter((id) => id.startsWith("ours:row:"))).toEqual(ids);
  });

  it("are free for effects and merges while reviews take long, and leave other reviews to others", async () => {
    await open({ limits: { reviewers: 2 } });
    const ids = ["a", "b", "c", "d"];
    await enqueue(...ids.map((id) => inPartition("reviewers", `ours:slow:${id}`, id, "long")));
    await pause(500);
    await enqueue(effect("ours:quick"), inPartition("merges", "ours:merge", "shop"));
    await waitUntil(() => done.includes("ours:quick") && done.includes("ours:merge"));

    const { rows } = await owner.query(
      `SELECT count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS held, count(*)::int AS all
         FROM countersign_queue.jobs WHERE key LIKE 'ours:slow:%'`,
    );
    expect(rows).toEqual([{ held: 2, all: 4 }]);
    ended.resolve();
    await waitUntil(() => done.filter((id) => id.startsWith("ours:slow:")).length === 4);
  });

  it("are replaced after a failed statement, while their running jobs go on", async () => {
    await open({ beatMs: 100 });
    const late = Promise.withResolvers<void>();
    waits.set("ours:kept", late.promise);
    await enqueue(inPartition("reviewers", "ours:kept", "a"));
    await waitUntil(() => begun.includes("ours:kept"));
    await owner.query(
      `REVOKE UPDATE ON ALL TABLES IN SCHEMA countersign_queue FROM ${WORKER_ROLE}`,
    );
    await enqueue(inPartition("reviewers", "ours:next", "b"));
    await pause(500);
    await owner.query(`GRANT UPDATE ON ALL TABLES IN SCHEMA countersign_queue TO ${WORKER_ROLE}`);

    await waitUntil(() => done.includes("ours:next"), 5_000);
    expect(done).not.toContain("ours:kept");
    expect(begun.filter((id) => id === "ours:kept")).toHaveLength(1);
    late.resolve();
    await waitUntil(() => done.includes("ours:kept"));
    const left = "SELECT FROM countersign_queue.jobs WHERE key = 'ours:kept'";
    await waitUntil(async () => (await owner.query(left)).rowCount === 0, 5_000);
    expect(begun.filter((id) => id === "ours:kept")).toHaveLength(1);
  });
});
