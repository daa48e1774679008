import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { ORG, openEngine, POLICY } from "./open-engine.ts";

const { engine, database, shop, folder, agent, ana, until } = await openEngine(
  { ...POLICY, retention: { engineDays: 9 } },
  { tidyMs: 300 },
);
const { owner } = database;

it("forgets answers and given up jobs after the days of the policy, packs mirrors, and keeps the log", async () => {
  const { task } = await engine.createTask(agent, "old-key", { title: "Old", repo: "shop" });
  await engine.createTask(agent, "fresh-key", { title: "Fresh", repo: "shop" });
  shop.git("checkout", "--quiet", "-b", "work");
  shop.write("new.txt", "new\n");
  shop.commit("Work");
  const work = { from: { branch: "work" }, signal: "DONE" as const, summary: "" };
  await engine.submitWork(agent, "submit-key", { task, ...work });
  await until(task, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
  await age("old-key", "10 days");
  await age("fresh-key", "8 days");
  await owner.query(
    "INSERT INTO countersign_durable.finished VALUES ('given:up', 'Error', now() - interval '10 days')",
  );

  await eventually(async () => !(await keys()).includes("old-key"));
  await eventually(async () => (await givenUpJobs()) === 0);
  await eventually(async () => packs() > 0);

  expect(await keys()).toEqual(expect.arrayContaining(["fresh-key", "submit-key"]));
  const types = (await engine.log(ana, task)).map(({ event }) => event.type);
  expect(types).toEqual(expect.arrayContaining(["created", "submitted"]));
});

async function age(key: string, by: string): Promise<void> {
  await owner.query(
    "UPDATE countersign.commands SET at = at - $2::interval WHERE org_id = $3 AND key LIKE '%' || $1",
    [key, by, ORG],
  );
}

async function keys(): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>("SELECT key FROM countersign.commands");
  return rows.map(({ key }) => key.slice(key.lastIndexOf("/") + 1));
}

async function givenUpJobs(): Promise<number> {
  const { rows } = await owner.query<{ number: number }>(
    "SELECT count(*)::int AS number FROM countersign_durable.finished",
  );
  return rows[0]?.number ?? 0;
}

function packs(): number {
  const files = readdirSync(join(folder, "data"), { recursive: true, encoding: "utf8" });
  return files.filter((name) => name.endsWith(".pack")).length;
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error("It did not come to hold");
    await pause(100);
  }
}
