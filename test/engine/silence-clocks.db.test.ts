import { describe, expect, it } from "vitest";
import { tamper } from "../../packages/engine/src/testing/tamper.ts";
import { openEngine, POLICY } from "./open-engine.ts";

/** The policy says nothing about one agent's silence, so it is a quarter of an hour; a run may be quiet for ten minutes. */
const { engine, ana, agent, key, until, database, signIn } = await openEngine({
  ...POLICY,
  silence: { run: "10m" },
});
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

/** As if everything so far had happened so long ago. */
const setBack = async (task: string, minutes: number) => {
  const span = `${minutes} * interval '1 minute'`;
  await tamper(
    database.owner,
    `UPDATE countersign.events SET at = at - ${span} WHERE task_id = '${task}'`,
  );
  await tamper(
    database.owner,
    `UPDATE countersign.tasks SET updated = updated - ${span} WHERE task_id = '${task}'`,
  );
};

describe("the clock of an agent's work", () => {
  it("runs out after a quarter of an hour, whatever is said by a neighbour, by a person or about another task [R-008] [R-049] [R-050]", async () => {
    const quiet = await claimedBy(agent);
    const talked = await claimedBy(chatty);
    const second = await claimedBy(chatty);
    await setBack(quiet, 14);
    await setBack(talked, 14);
    await report(chatty, talked);
    await engine.command(ana, key(), quiet, {
      type: "change_mode",
      round: null,
      tree: null,
      mode: "per-task",
    });
    expect(await looks(quiet)).toEqual([]);

    await setBack(second, 15.1);
    await setBack(quiet, 1.1);
    await setBack(talked, 2); // what was said since counts
    await engine.command(ana, key(), quiet, {
      type: "change_mode",
      round: null,
      tree: null,
      mode: "batch",
    });
    await report(chatty, talked);
    await until(quiet, ({ checkup }) => checkup?.trigger === "silence");
    expect(await looks(quiet)).toMatchObject([
      { by: "countersign", event: { summary: "Nothing for 15m" } },
    ]);
    await until(second, ({ checkup }) => checkup?.trigger === "silence");
    expect(await looks(second)).toHaveLength(1);
    expect(await looks(talked)).toEqual([]);
  });
});

describe("the clock of a run", () => {
  it("runs out when no agent of the repository was heard, and then all their work is looked at [D14]", async () => {
    const { rows } = await database.owner.query("SELECT task_id FROM countersign.tasks");
    for (const { task_id: task } of rows) await setBack(task, 120);
    const one = await claimedBy(agent);
    const two = await claimedBy(chatty);
    await setBack(one, 9);
    await setBack(two, 12);
    await engine.createTask(ana, key(), { title: "A person's idea", repo: "shop" });
    expect(await looks(two)).toEqual([]); // one was heard since

    await setBack(one, 2);
    for (const task of [one, two]) {
      await until(task, ({ checkup }) => checkup?.trigger === "silence");
      expect(await looks(task)).toMatchObject([
        { by: "countersign", event: { summary: "Nothing from any agent for 10m" } },
      ]);
    }
  });
});
