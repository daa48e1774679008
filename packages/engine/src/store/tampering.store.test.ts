import { expect, it } from "vitest";
import { tamper } from "../testing/tamper.ts";
import { ana, approve, executeWith, testContext, waitForOwner } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createTaskStore } from "./task-store.ts";

const { pool, owner } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);

const HERE = "org_id = 'tamper' AND task_id =";

it.each([
  {
    what: "event",
    change: "UPDATE countersign.events SET body = body || '{\"forged\": true}'",
    where: "AND seq = 2",
    fault: { seq: 2, why: "wrong_hash" },
  },
  {
    what: "actor",
    change: "UPDATE countersign.events SET actor = 'eve'",
    where: "AND seq = 2",
    fault: { seq: 2, why: "wrong_hash" },
  },
  {
    what: "time",
    change: "UPDATE countersign.events SET at = at - interval '1 day'",
    where: "AND seq = 2",
    fault: { seq: 2, why: "wrong_hash" },
  },
  {
    what: "removed entry",
    change: "DELETE FROM countersign.events",
    where: "AND seq = 2",
    fault: { seq: 2, why: "missing_entry" },
  },
  {
    what: "previous hash",
    change: "UPDATE countersign.events SET prev_hash = repeat('a', 64)",
    where: "AND seq = 2",
    fault: { seq: 2, why: "wrong_previous" },
  },
])("finds a tampered $what", async ({ what, change, where, fault }) => {
  const task = `cs-${what.replaceAll(" ", "-")}`;
  await waitForOwner(store, "tamper", task);

  await tamper(owner, `${change} WHERE ${HERE} '${task}' ${where}`);

  expect(await store.verify("tamper", task)).toEqual(fault);
});

it("finds a log whose end was cut off, and builds nothing upon it", async () => {
  const { seq } = await waitForOwner(store, "tamper", "cs-cut");

  await tamper(owner, `DELETE FROM countersign.events WHERE ${HERE} 'cs-cut' AND seq = ${seq}`);

  expect(await store.verify("tamper", "cs-cut")).toEqual({ seq, why: "wrong_head" });
  await expect(
    executeWith(store, "tamper", "cs-cut", "yes", approve("vrd_1"), testContext(ana)),
  ).rejects.toThrow(
    `The stored state of cs-cut is at entry ${seq}, but its log ends at ${seq - 1}`,
  );
});

it("builds nothing upon a projection that is ahead of its log", async () => {
  await waitForOwner(store, "tamper", "cs-ahead");

  await tamper(owner, `UPDATE countersign.tasks SET seq = seq + 1 WHERE ${HERE} 'cs-ahead'`);

  await expect(
    executeWith(store, "tamper", "cs-ahead", "yes", approve("vrd_1"), testContext(ana)),
  ).rejects.toThrow("cs-ahead is at entry");
});

it("says of a task that does not exist that it does not", async () => {
  await expect(store.verify("tamper", "cs-none")).rejects.toThrow("There is no task cs-none");
});
