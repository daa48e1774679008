import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Job } from "../ports/effect-queue.ts";
import { createEffectQueue } from "./create-effect-queue.ts";
import { durableDatabase, effect, type Note, waitUntil } from "./testing/durable-database.ts";
import { spawnWorker } from "./testing/spawn-worker.ts";

const database = await durableDatabase();
const { as, notes, owner, statusOf, workerUrl } = database;
/** Only enqueues; the workers are other processes. */
const queue = createEffectQueue({ workerUrl });
const [first, second] = await Promise.all([
  spawnWorker("first", database),
  spawnWorker("second", database),
]);

async function enqueue(jobs: readonly Job[]): Promise<void> {
  await as("ours", (client) => queue.enqueue(client, jobs));
}

async function notesOf(prefix: string): Promise<Note[]> {
  return (await notes()).filter(({ job }) => job.startsWith(prefix));
}

async function finished(prefix: string, count: number, withinMs?: number): Promise<number> {
  return waitUntil(async () => {
    const { rows } = await owner.query(
      `SELECT (SELECT count(DISTINCT job)::int FROM public.notes
                WHERE starts_with(job, $1) AND ended IS NOT NULL) AS done,
              (SELECT count(*)::int FROM countersign_queue.jobs WHERE starts_with(key, $1)) AS left`,
      [prefix],
    );
    return rows[0].done === count && rows[0].left === 0;
  }, withinMs);
}

/** Pairs of jobs that were at work at the same time. */
function overlaps(of: readonly Note[]): number {
  const byBegin = of.toSorted((a, b) => a.began - b.began);
  return byBegin.filter((note, at) => at > 0 && note.began < (byBegin[at - 1]?.ended ?? 0)).length;
}

describe("two workers", () => {
  it("do 500 jobs, each at least once, and share them", async () => {
    const jobs = Array.from({ length: 500 }, (_, at) => effect(`ours:many:${at}`));
    for (let at = 0; at < 500; at += 50) await enqueue(jobs.slice(at, at + 50));

    await finished("ours:many:", 500, 60_000);

    const done = await notesOf("ours:many:");
    expect(new Set(done.map(({ job }) => job)).size).toBe(500);
    expect(new Set(done.map(({ worker }) => worker))).toEqual(new Set(["first", "second"]));
  });

  it("do one merge at a time per partition, in order, and partitions side by side", async () => {
    const merge = (partition: string, at: number) =>
      effect(`ours:merge:${partition}:${at}`, {
        queue: "merges",
        partition: `ours/${partition}`,
        payload: { ms: 100 },
      });
    for (let at = 0; at < 8; at += 1) await enqueue([merge("shop", at), merge("site", at)]);

    await finished("ours:merge:", 16);

    const all = await notesOf("ours:merge:");
    for (const partition of ["shop", "site"]) {
      const of = all.filter(({ job }) => job.includes(partition));
      expect(overlaps(of)).toBe(0);
      expect(of.map(({ job }) => Number(job.split(":").at(-1)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
    expect(overlaps(all)).toBeGreaterThan(0);
  });

  it("ask one reviewer no more often at once than its limit, and another meanwhile", async () => {
    const ask = (reviewer: string, at: number) =>
      effect(`ours:ask:${reviewer}:${at}`, {
        queue: "reviewers",
        partition: `ours/${reviewer}`,
        payload: { ms: 300 },
      });
    const nine = Array.from({ length: 9 }, (_, at) => ask("slow", at));
    await enqueue([...nine, ask("quick", 0)]);

    await finished("ours:ask:", 10);

    const slow = await notesOf("ours:ask:slow");
    const [quick] = await notesOf("ours:ask:quick");
    const atOnce = slow.map(({ began }) =>
      slow.filter((other) => other.began <= began && (other.ended ?? 0) > began),
    );
    expect(Math.max(...atOnce.map(({ length }) => length))).toBe(4);
    expect(quick?.began).toBeLessThan(slow.at(-1)?.began ?? 0);
  });
});

it("goes on when all connections of the workers are cut again and again", async () => {
  const { username } = new URL(workerUrl);
  const jobs = Array.from({ length: 300 }, (_, at) =>
    effect(`ours:cable:${at}`, { payload: { ms: 50 } }),
  );
  await enqueue(jobs);

  for (let cut = 0; cut < 20; cut += 1) {
    await owner.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [
      username,
    ]);
    await pause(100);
  }
  await finished("ours:cable:", 300, 60_000);

  expect(new Set((await notesOf("ours:cable:")).map(({ job }) => job)).size).toBe(300);
});

describe("a worker that is killed in the middle of a job", () => {
  it("is replaced by the other within seven seconds, also in a partition that it held", async () => {
    await second.stop();
    await enqueue([
      effect("ours:cut:effect", { payload: { ms: 60_000 } }),
      effect("ours:cut:merge", {
        queue: "merges",
        partition: "ours/shop",
        payload: { ms: 60_000 },
      }),
    ]);
    await waitUntil(async () => (await notesOf("ours:cut:")).length === 2);
    await spawnWorker("third", database);

    await first.kill();
    const tookMs = await waitUntil(
      async () => (await notesOf("ours:cut:")).filter((n) => n.worker === "third").length === 2,
    );
    await finished("ours:cut:", 2);

    expect(tookMs).toBeLessThan(7_000);
    expect(await statusOf("ours:cut:effect")).toBeUndefined();
    const ended = (await notesOf("ours:cut:")).filter((note) => note.ended !== null);
    expect(ended.map(({ worker }) => worker)).toEqual(["third", "third"]);
    await queue.stop(0);
  });
});
