import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { createDbosEffectQueue } from "./dbos-effect-queue.ts";
import { durableDatabase, effect, waitUntil } from "./testing/durable-database.ts";

const { as, owner, statusOf, workerUrl } = await durableDatabase();

async function executors(): Promise<number> {
  const { rows } = await owner.query(
    "SELECT count(*)::int AS alive FROM countersign_durable.executors",
  );
  return rows[0].alive;
}

it("lets what has begun end, begins nothing more, and leaves no trace of itself", async () => {
  const began: string[] = [];
  const queue = await createDbosEffectQueue({ workerUrl, limits: { effects: 1 } });
  await queue.start(async ({ id }) => {
    began.push(id);
    await pause(500);
  });
  await as("ours", (client) => queue.enqueue(client, [effect("ours:a"), effect("ours:b")]));
  await waitUntil(() => began.length === 1);

  await queue.stop(5_000);

  expect(began).toHaveLength(1);
  expect(await statusOf(began[0] ?? "")).toBe("SUCCESS");
  expect(await statusOf(began[0] === "ours:a" ? "ours:b" : "ours:a")).toBe("ENQUEUED");
  expect(await executors()).toBe(0);
});

it("waits no longer than its grace, and the next worker does again what was cut off", async () => {
  const begin = performance.now();
  const first = await createDbosEffectQueue({ workerUrl });
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

  const next = await createDbosEffectQueue({ workerUrl, deadAfterMs: 1_000, beatMs: 200 });
  const again: string[] = [];
  await next.start(async ({ id }) => {
    again.push(id);
  });
  await waitUntil(async () => (await statusOf("ours:long")) === "SUCCESS");
  await next.stop(1_000);

  expect(stoppedMs).toBeLessThan(1_500);
  expect(again).toContain("ours:long");
});

it("deletes what was finished before the days it is kept, and nothing else", async () => {
  const queue = await createDbosEffectQueue({ workerUrl, beatMs: 100 });
  await queue.start(async () => undefined);
  const ids = ["ours:old", "ours:fresh", "ours:waiting"];
  const jobs = ids.map((id) => effect(id, { delayMs: id === "ours:waiting" ? 600_000 : 0 }));
  await as("ours", (client) => queue.enqueue(client, jobs));
  await waitUntil(async () => (await statusOf("ours:fresh")) === "SUCCESS");
  await waitUntil(async () => (await statusOf("ours:old")) === "SUCCESS");
  await owner.query(
    `UPDATE dbos.workflow_status SET completed_at = completed_at - 8 * 86400000
      WHERE workflow_uuid = 'ours:old'`,
  );

  await queue.forget(7);

  expect(await statusOf("ours:old")).toBeUndefined();
  const left = await owner.query(
    `SELECT 1 FROM dbos.workflow_input WHERE workflow_uuid = 'ours:old'
     UNION ALL SELECT 1 FROM dbos.workflow_output WHERE workflow_uuid = 'ours:old'
     UNION ALL SELECT 1 FROM dbos.operation_outputs WHERE workflow_uuid = 'ours:old'`,
  );
  expect(left.rowCount).toBe(0);
  expect(await statusOf("ours:fresh")).toBe("SUCCESS");
  expect(await statusOf("ours:waiting")).toBe("DELAYED");
  await queue.stop(1_000);
});

it("does not cancel what is at work, nor what a dead worker had begun", async () => {
  const queue = await createDbosEffectQueue({ workerUrl });
  const ended: string[] = [];
  await as("ours", (client) =>
    queue.enqueue(client, [effect("ours:begun", { delayMs: 60_000 }), effect("ours:work")]),
  );
  await owner.query(
    "UPDATE dbos.workflow_status SET recovery_attempts = 1 WHERE workflow_uuid = 'ours:begun'",
  );
  await queue.start(async ({ id }) => {
    await pause(400);
    ended.push(id);
  });
  await waitUntil(async () => (await statusOf("ours:work")) === "PENDING");

  await queue.cancel("ours", ["ours:work", "ours:begun"]);
  await waitUntil(async () => (await statusOf("ours:work")) === "SUCCESS");

  expect(ended).toContain("ours:work");
  expect(await statusOf("ours:begun")).toBe("DELAYED");
  await queue.stop(1_000);
});

it("begins again what it has claimed without hearing of it", async () => {
  const queue = await createDbosEffectQueue({ workerUrl, beatMs: 100, deadAfterMs: 500 });
  const done: string[] = [];
  await as("ours", (client) =>
    queue.enqueue(client, [effect("ours:unheard", { delayMs: 60_000 }), effect("ours:slow")]),
  );
  await queue.start(async ({ id }) => {
    if (id === "ours:slow") await pause(1_500);
    done.push(id);
  });
  await owner.query(
    `UPDATE dbos.workflow_status
        SET status = 'PENDING', started_at_epoch_ms = 0, recovery_attempts = 1,
            executor_id = (SELECT id FROM countersign_durable.executors ORDER BY beat DESC LIMIT 1)
      WHERE workflow_uuid = 'ours:unheard'`,
  );

  await waitUntil(async () => (await statusOf("ours:unheard")) === "SUCCESS");
  await waitUntil(async () => (await statusOf("ours:slow")) === "SUCCESS");

  expect(done.filter((id) => id !== "ours:b")).toEqual(["ours:unheard", "ours:slow"]);
  await queue.stop(1_000);
});

it("gives up a row that somebody wrote without an input", async () => {
  const queue = await createDbosEffectQueue({ workerUrl, beatMs: 100, deadAfterMs: 300 });
  await queue.start(async () => undefined);
  await as("ours", (client) =>
    client.query(
      `INSERT INTO dbos.workflow_status (workflow_uuid, status, name, queue_name, recovery_attempts)
       VALUES ('ours:hollow', 'ENQUEUED', 'do_job', 'effects', 4)`,
    ),
  );

  await waitUntil(async () => (await statusOf("ours:hollow")) === "MAX_RECOVERY_ATTEMPTS_EXCEEDED");

  await queue.stop(1_000);
});
