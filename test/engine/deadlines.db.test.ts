import { createLog } from "@countersign/engine";
import { afterAll, expect, it } from "vitest";
import { engineOn, openEngine, POLICY } from "./open-engine.ts";

const TASKS = 20;
const LEASE_MS = 1_000;
const limits = { lease: `${LEASE_MS / 1_000}s` };
const fast = { duePollMs: 20 };
const { engine, database, folder, agent, key, until } = await openEngine(
  { ...POLICY, limits },
  fast,
);
const other = await engineOn(database, folder, createLog({ write: () => undefined }), [], fast);
await other.start();
afterAll(() => other.stop());

it("is acted on once, and not before its time, when two processes poll for it", async () => {
  const tasks: string[] = [];
  for (let number = 0; number < TASKS; number += 1) {
    const title = `Task ${number}`;
    const { task } = await engine.createTask(agent, key(), { title, repo: "shop" });
    await engine.command(agent, key(), task, { type: "claim" });
    tasks.push(task);
  }
  for (const task of tasks) await until(task, ({ phase }) => phase.is === "open");

  for (const task of tasks) {
    const log = await engine.log(agent, task);
    const ended = log.filter(({ event }) => event.type === "lease_ended");
    const claimed = log.find(({ event }) => event.type === "claimed");
    expect(ended).toHaveLength(1);
    expect((ended[0]?.atMs ?? 0) - (claimed?.atMs ?? 0)).toBeGreaterThanOrEqual(LEASE_MS);
  }
  const { rows } = await database.owner.query(
    "SELECT count(due)::int AS due FROM countersign.tasks",
  );
  expect(rows).toEqual([{ due: 0 }]);
});
