import { afterAll, expect, it } from "vitest";
import { createDbosEffectQueue } from "./dbos-effect-queue.ts";
import { durableDatabase, effect, until } from "./testing/durable-database.ts";

const { as, owner, workerUrl } = await durableDatabase();
const failed: string[] = [];
const queue = await createDbosEffectQueue({
  workerUrl,
  beatMs: 50,
  onFailed: ({ id, org }) => {
    failed.push(`${org} ${id}`);
  },
});
afterAll(() => queue.stop(1_000));

it("tells once of a job that was given up because its workers kept dying", async () => {
  await as("ours", (client) => queue.enqueue(client, [effect("ours:poison", { delayMs: 60_000 })]));
  await owner.query(
    "UPDATE dbos.workflow_status SET status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' WHERE workflow_uuid = 'ours:poison'",
  );
  await queue.start(async () => undefined);

  await until(() => failed.length > 0);
  await until(async () => {
    const { rows } = await owner.query(
      "SELECT FROM dbos.workflow_status WHERE workflow_uuid = 'ours:poison' AND error IS NOT NULL",
    );
    return rows.length === 1;
  });
  expect(failed).toEqual(["ours ours:poison"]);
});
