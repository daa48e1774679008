import { CountersignError, fold } from "@countersign/core";
import { expect, inject, it } from "vitest";
import {
  ana,
  approve,
  create,
  executeWith,
  testContext,
  waitForOwner,
  worker,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import { createTaskStore } from "./task-store.ts";

const { pool } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);

const RACERS = Array.from({ length: 64 }, (_, index) => index);
const RACES = Array.from({ length: inject("races") }, (_, index) => index);

/** Lets all racers go at once and sorts what they heard. */
async function race(run: (racer: number) => Promise<CommandAnswer>) {
  const results = await Promise.allSettled(RACERS.map(run));
  const answers = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const refusals = results.flatMap((one) => {
    if (one.status === "fulfilled") return [];
    if (!(one.reason instanceof CountersignError)) throw one.reason;
    return [one.reason.code];
  });
  return { answers, refusals };
}

it.each(RACES)(
  "gives one approval to 64 racers with keys of their own, race %i [R-244]",
  async (number) => {
    const task = `cs-approve${number}`;
    await waitForOwner(store, "races", task);

    const { answers, refusals } = await race((racer) =>
      executeWith(
        store,
        "races",
        task,
        `${task}-${racer}`,
        approve(`vrd_${racer}`),
        testContext(ana),
      ),
    );

    const winners = answers.filter(({ events }) => events.includes("approved"));
    const late = answers.filter(({ events }) => events.join() === "noted");
    expect({ winners: winners.length, late: late.length, refusals }).toEqual({
      winners: 1,
      late: 63,
      refusals: [],
    });
    const log = await store.log("races", task);
    expect(log.filter(({ event }) => event.type === "approved")).toHaveLength(1);
    expect(new Set(answers.map(({ seq }) => seq)).size).toBe(64);
    expect(await store.load("races", task)).toEqual(fold(log));
    expect(await store.verify("races", task)).toBeNull();
  },
);

it.each(RACES.slice(0, 20))(
  "lets one of 64 agents claim a task and refuses the others, race %i",
  async (number) => {
    const task = `cs-claim${number}`;
    await executeWith(store, "races", task, `${task}-new`, create(task), testContext(ana));

    const { answers, refusals } = await race((racer) =>
      executeWith(
        store,
        "races",
        task,
        `${task}-${racer}`,
        { type: "claim" },
        testContext(worker(`agent-${racer}`)),
      ),
    );

    expect(answers).toHaveLength(1);
    expect(refusals).toEqual(Array(63).fill("not_your_turn"));
    expect(await store.log("races", task)).toHaveLength(2);
  },
);

it("carries out one command for 64 retries with one key, and answers all alike [H2]", async () => {
  await waitForOwner(store, "races", "cs-retry");

  const { answers, refusals } = await race(() =>
    executeWith(store, "races", "cs-retry", "one-key", approve("vrd_1"), testContext(ana)),
  );

  expect(refusals).toEqual([]);
  expect(answers).toEqual(Array(64).fill(answers[0]));
  expect(answers[0]?.events).toContain("approved");
});

it("creates a task once for 64 creators, with one key or with many", async () => {
  const alike = await race(() =>
    executeWith(store, "races", "cs-one", "one", create("cs-one"), testContext(ana)),
  );
  const each = await race((racer) =>
    executeWith(store, "races", "cs-many", `many-${racer}`, create("cs-many"), testContext(ana)),
  );

  expect(alike).toEqual({ answers: Array(64).fill(alike.answers[0]), refusals: [] });
  expect(each.answers).toHaveLength(1);
  expect(each.refusals).toEqual(Array(63).fill("wrong_state"));
});

it("gives a key to one of 64 tasks that use it at once", async () => {
  const { answers, refusals } = await race((racer) =>
    executeWith(store, "races", `cs-k${racer}`, "shared", create(`cs-k${racer}`), testContext(ana)),
  );

  expect(answers).toHaveLength(1);
  expect(refusals).toEqual(Array(63).fill("reused_key"));
  expect(
    (await store.list("races", { limit: 1_000 })).items.filter(({ task }) =>
      task.startsWith("cs-k"),
    ),
  ).toHaveLength(1);
});
