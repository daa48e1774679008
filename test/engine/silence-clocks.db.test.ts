import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

/** The policy says nothing about silence, so it is a quarter of an hour. */
const { engine, ana, agent, key, until, database, signIn } = await openEngine(POLICY);
const chatty = await signIn({ actor: "chatty", role: "author" });

const claimedBy = async (who: typeof agent) => {
  const { task } = await engine.createTask(who, key(), { title: "Work", repo: "shop" });
  await engine.command(who, key(), task, { type: "claim" });
  return task;
};
const report = (who: typeof agent, task: string) =>
  engine.command(who, key(), task, { type: "report_event", trigger: "milestone", summary: "Half" });
const looks = async (task: string) =>
  (await engine.log(ana, task)).filter(
    ({ event }) => event.type === "event_reported" && event.trigger === "silence",
  );

/** As if the last thing had happened so long ago. */
const setBack = (task: string, minutes: number) =>
  database.owner.query(
    "UPDATE countersign.tasks SET updated = clock_timestamp() - $2 * interval '1 minute' WHERE task_id = $1",
    [task, minutes],
  );

it("hears a quiet agent's silence after a quarter of an hour, whatever its neighbour says; each task has its own clock", async () => {
  const quiet = await claimedBy(agent);
  const talked = await claimedBy(chatty);
  await setBack(quiet, 14);
  await setBack(talked, 14);
  await report(chatty, talked);
  expect(await looks(quiet)).toEqual([]);

  await setBack(quiet, 15.1);
  await report(chatty, talked);
  await until(quiet, ({ checkup }) => checkup?.trigger === "silence");
  expect(await looks(quiet)).toMatchObject([
    { by: "countersign", event: { summary: "Nothing for 15m" } },
  ]);
  expect(await looks(talked)).toEqual([]);

  const second = await claimedBy(chatty);
  await setBack(second, 15.1);
  await until(second, ({ checkup }) => checkup?.trigger === "silence");
  expect(await looks(quiet)).toHaveLength(1);
  expect(await looks(talked)).toEqual([]);
});
