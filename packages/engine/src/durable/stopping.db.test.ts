import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { createEffectQueue } from "./create-effect-queue.ts";
import { durableDatabase, effect, waitUntil } from "./testing/durable-database.ts";

const { abandon, as, owner, statusOf, workerUrl } = await durableDatabase();

async function executors(): Promise<number> {
  const { rows } = await owner.query(
    "SELECT count(*)::int AS alive FROM countersign_durable.executors",
  );
  return rows[0].alive;
}

it("lets what has begun end, begins nothing more, and leaves no trace of itself", async () => {
  const began: string[] = [];
  const queue = createEffectQueue({ workerUrl, limits: { effects: 1 } });
  await queue.start(async ({ id }) => {
    began.push(id);
    await pause(500);
  });
  await as("ours", (client) => queue.enqueue(client, [effect("ours:a"), effect("ours:b")]));
  await waitUntil(() => began.length === 1);

  await queue.stop(5_000);

  expect(began).toHaveLength(1);
  expect(await statusOf(began[0] ?? "")).toBeUndefined();
  expect(await statusOf(began[0] === "ours:a" ? "ours:b" : "ours:a")).toBe("enqueued");
  expect(await executors()).toBe(0);
});

it("waits no longer than its grace, and the next worker does again what was cut off", async () => {
  const begin = performance.now();
  const first = createEffectQueue({ workerUrl });
  const began: string[] = [];
  await first.start(async ({ id }) => {
    began.push(id);
    await pause(2_000);
  });
  await as("ours", (client) => first.enqueue(client, [effect("ours:long")]));
  await waitUntil(() => began.includes("ours:long"));
  const stopping = performance.now();
  await first.stop(100);
  const stoppedMs = performance.now() - stopping;
  await pause(Math.max(0, 3_000 - (performance.now() - begin)));

  const next = createEffectQueue({ workerUrl, deadAfterMs: 1_000, beatMs: 200 });
  const again: string[] = [];
  await next.start(async ({ id }) => {
    again.push(id);
  });
  await waitUntil(async () => (await statusOf("ours:long")) === undefined);
  await next.stop(1_000);

  expect(stoppedMs).toBeLessThan(1_500);
  expect(again).toContain("ours:long");
});

it("forgets given up jobs and remembered ids after the days that they are kept", async () => {
  const queue = createEffectQueue({ workerUrl });
  await owner.query(
    `INSERT INTO countersign_durable.finished (id, error, at) VALUES
       ('ours:old', 'TypeError', now() - interval '8 days'),
       ('ours:fresh', null, now() - interval '6 days')`,
  );

  await queue.forget(7);

  const { rows } = await owner.query("SELECT id FROM countersign_durable.finished");
  expect(rows).toEqual([{ id: "ours:fresh" }]);
  await queue.stop(1_000);
});

it("does not cancel what is at work, nor what a dead worker had begun", async () => {
  const queue = createEffectQueue({ workerUrl });
  const ended: string[] = [];
  await as("ours", (client) =>
    queue.enqueue(client, [effect("ours:begun", { delayMs: 60_000 }), effect("ours:work")]),
  );
  await owner.query(
    "UPDATE countersign_queue._private_jobs SET attempts = 1 WHERE key = 'ours:begun'",
  );
  await queue.start(async ({ id }) => {
    await pause(400);
    ended.push(id);
  });
  await waitUntil(async () => (await statusOf("ours:work")) === "pending");

  await queue.cancel("ours", ["ours:work", "ours:begun"]);
  await waitUntil(async () => (await statusOf("ours:work")) === undefined);

  expect(ended).toContain("ours:work");
  expect(await statusOf("ours:begun")).toBe("delayed");
  await queue.stop(1_000);
});

/** Cuts the connection of the workers while those of a queue fetch jobs, if they do so soon. */
async function cutFetch(queue: string): Promise<void> {
  const locking = await owner.connect();
  await locking.query("BEGIN; LOCK TABLE countersign_queue._private_jobs IN EXCLUSIVE MODE");
  for (let tries = 0, cut = 0; tries < 20 && cut === 0; tries += 1) {
    await owner.query("SELECT pg_notify('countersign_jobs', $1)", [queue]);
    await pause(25);
    const { rowCount } = await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE usename = $1 AND wait_event_type = 'Lock' AND query ILIKE '%skip locked%'`,
      [new URL(workerUrl).username],
    );
    cut = rowCount ?? 0;
  }
  await locking.query("COMMIT"); // a heartbeat may wait for it, too
  locking.release();
}

it("begins again what it has claimed without hearing of it", async () => {
  const queue = createEffectQueue({ workerUrl, beatMs: 100 });
  const done: string[] = [];
  await queue.start(async ({ id }) => {
    done.push(id);
  });
  await waitUntil(async () => (await executors()) === 3);
  const { rows } = await owner.query("SELECT id FROM countersign_durable.executors");
  const ids = rows.map(({ id }) => `ours:unheard:${id}`);
  const jobs = ids.map((id) => effect(id, { delayMs: 60_000 }));
  await as("ours", (client) => queue.enqueue(client, jobs));
  for (const { id } of rows) await abandon([`ours:unheard:${id}`], 1, id);
  const workers = rows.map(({ id }) => id);
  const left = () =>
    owner.query("SELECT FROM countersign_durable.executors WHERE id = ANY($1)", [workers]);
  // A cut may hit workers that replaced others, because all share a connection.
  for (let tries = 0; tries < 20 && (await left()).rowCount !== 0; tries += 1) {
    for (const name of ["effects", "merges", "reviewers"]) await cutFetch(name);
    await pause(300);
  }

  await waitUntil(() => ids.every((id) => done.includes(id)));
  await queue.stop(1_000);
});

it("counts workers that stopped before as dead at once, if it is alone on its database", async () => {
  const queue = createEffectQueue({ workerUrl, alone: true, deadAfterMs: 600_000 });
  await as("ours", (client) => queue.enqueue(client, [effect("ours:left", { delayMs: 60_000 })]));
  await abandon(["ours:left"], 1, "before");
  await owner.query("UPDATE countersign_durable.executors SET beat = clock_timestamp()");
  const done: string[] = [];
  await queue.start(async ({ id }) => {
    done.push(id);
  });

  await waitUntil(() => done.includes("ours:left"));
  await queue.stop(1_000);
});

it("lets two queues of one process share the jobs", async () => {
  const done: string[] = [];
  const queues = ["first", "second"].map((name) => ({
    name,
    queue: createEffectQueue({ workerUrl, limits: { effects: 1 } }),
  }));
  for (const { name, queue } of queues)
    await queue.start(async () => {
      await pause(50);
      done.push(name);
    });
  const jobs = Array.from({ length: 8 }, (_, at) => effect(`ours:shared:${at}`));
  await as("ours", async (client) => queues[0]?.queue.enqueue(client, jobs));

  await waitUntil(() => done.length === jobs.length);
  expect(new Set(done).size).toBe(2);
  for (const { queue } of queues) await queue.stop(1_000);
});
