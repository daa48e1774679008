import { afterAll, expect, it } from "vitest";
import { createDbosEffectQueue } from "./dbos-effect-queue.ts";
import { durableDatabase, effect, waitUntil } from "./testing/durable-database.ts";

const { as, owner, statusOf, workerUrl } = await durableDatabase();
const failed: string[] = [];
const told: string[] = [];
const queue = await createDbosEffectQueue({
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
  await owner.query(
    `UPDATE dbos.workflow_status
        SET status = 'PENDING', executor_id = 'dead', application_version = '1', started_at_epoch_ms = 0,
            recovery_attempts = CASE workflow_uuid WHEN 'ours:worn' THEN 21 ELSE 20 END
      WHERE workflow_uuid = ANY($1)`,
    [ids],
  );

  await waitUntil(() => done.length > 0);
  expect(done).toEqual(["ours:fresh"]);
  expect(told).toContain("jobs_put_off");
  await waitUntil(() => done.length > 1);
  expect(done).toEqual(["ours:fresh", "ours:worn"]);
  await waitUntil(async () => (await statusOf("ours:worn")) === "SUCCESS");
  expect(failed).toEqual([]);
});

it("tells once of a row that no worker could begin", async () => {
  await as("ours", (client) => queue.enqueue(client, [effect("ours:poison", { delayMs: 60_000 })]));
  await owner.query(
    "UPDATE dbos.workflow_status SET status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' WHERE workflow_uuid = 'ours:poison'",
  );

  await waitUntil(() => failed.length > 0);
  await waitUntil(async () => {
    const { rows } = await owner.query(
      "SELECT FROM dbos.workflow_status WHERE workflow_uuid = 'ours:poison' AND error IS NOT NULL",
    );
    return rows.length === 1;
  });
  expect(failed).toEqual(["ours ours:poison"]);
});
