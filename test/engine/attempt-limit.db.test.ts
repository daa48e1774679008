import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, ana, agent, key } = await openEngine({ ...POLICY, limits: { attempts: 5 } });

it("says how many attempts a task has before a person has granted any [R-113] [R-138]", async () => {
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });

  expect(await engine.attemptLimit(ana, await engine.task(ana, task))).toBe(5);
});
