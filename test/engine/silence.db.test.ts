import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, ana, agent, key, until } = await openEngine({
  ...POLICY,
  silence: { agent: "3s", run: "3s" },
});

const claimed = async () => {
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  await engine.command(agent, key(), task, { type: "claim" });
  return task;
};
const reports = async (task: string) =>
  (await engine.log(ana, task)).filter(({ event }) => event.type === "event_reported");

it("asks for a look at work of which nothing was heard for as long as the policy allows [R-049]", async () => {
  const task = await claimed();
  const unclaimed = (await engine.createTask(agent, key(), { title: "Idea", repo: "shop" })).task;
  await until(task, ({ checkup }) => checkup?.trigger === "silence");

  const [claim] = (await engine.log(ana, task)).filter(({ event }) => event.type === "claimed");
  const [report] = await reports(task);
  expect(report).toMatchObject({
    by: "countersign",
    event: { trigger: "silence", summary: "Nothing for 3s" },
  });
  expect((report?.atMs ?? 0) - (claim?.atMs ?? 0)).toBeGreaterThanOrEqual(3_000);
  expect(await reports(unclaimed)).toEqual([]);
});
