import { type Command, toShown } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { commandContext } from "../execute/command-context.ts";
import { transact } from "../platform/transact.ts";
import { createReadiness } from "../review/reviewers/create-readiness.ts";
import { sprints } from "../store/schema/sprint-schema.ts";
import { createTaskStore } from "../store/task-store.ts";
import { orgTransactions } from "../testing/org-transactions.ts";
import { principal } from "../testing/principal.ts";
import { onePolicy, registerShop } from "../testing/shop.ts";
import {
  ana,
  CONTENT,
  create,
  executeWith,
  submit,
  testContext,
  worker,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { sprint } from "./read-sprint.ts";
import { changeSprint, type NewSprint, startSprint } from "./sprint.ts";

const { pool } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const policies = onePolicy(testContext(ana).policy);
const scopeOf = (org: string) => orgTransactions(pool, org);
const HOUR = 3_600_000;
const PLAIN = { target: { is: "none_ready" }, pauseOnFailure: false } as const;

/** Says something to a task as the engine does: with the holds that the database knows. */
async function say(org: string, task: string, command: Command, actor = worker("agent-1")) {
  const deps = { policies, runners: {}, readiness: createReadiness({}) };
  const key = `${task}-${command.type}-${Math.random()}`;
  return store.execute({ org, task, key, command, ...commandContext(deps, actor) });
}

async function opened(org: string, ...tasks: readonly string[]): Promise<void> {
  await registerShop(pool, org);
  for (const task of tasks)
    await executeWith(store, org, task, `${task}-create`, create(task), testContext(ana));
}

async function started(org: string, wanted: Partial<NewSprint> & Pick<NewSprint, "tasks">) {
  await opened(org, ...wanted.tasks);
  return startSprint(scopeOf(org), principal(org), "start", { ...PLAIN, ...wanted });
}

const CLAIM = { type: "claim" } as const;
const SHOWN = toShown({ round: { number: 1, content: CONTENT } });
const CANCEL = { type: "cancel", round: null, tree: null, reason: "no" } as const;
const now = (org: string) => sprint(scopeOf(org), principal(org));

describe("a sprint", () => {
  it("is started by a person, and tells how far it is", async () => {
    expect(await now("starts")).toBeNull();
    const target = { is: "tasks", count: 2 } as const;
    const first = await started("starts", { tasks: ["cs-a", "cs-b", "cs-a"], target });
    expect(first).toMatchObject({
      id: expect.stringMatching(/^sprint-[0-9a-f]{8}$/),
      state: "running",
      target,
      tasks: [
        { task: "cs-a", state: "open", priority: "P1" },
        { task: "cs-b", state: "open" },
      ],
      worked: 0,
      failed: 0,
      started: { by: "ana" },
      paused: null,
      ended: null,
    });
    await say("starts", "cs-a", submit());
    expect(await now("starts")).toMatchObject({ state: "running", worked: 1 });
  });

  it("is not an agent's to start or to change", async () => {
    await started("roles", { tasks: ["cs-a"] });
    for (const role of ["viewer", "author", "reviewer", "planner", "admin"] as const) {
      const by = principal("roles", role, "other");
      const start = startSprint(scopeOf(by.org), by, "k", { ...PLAIN, tasks: ["cs-a"] });
      await expect(start).rejects.toMatchObject({ code: "forbidden" });
      for (const what of ["pause", "resume", "stop"] as const)
        await expect(changeSprint(scopeOf(by.org), by, "k", { do: what })).rejects.toMatchObject({
          code: "forbidden",
        });
    }
    expect(await sprint(scopeOf("roles"), principal("roles", "viewer"))).toMatchObject({
      state: "running",
    });
  });

  it("is one at a time, and of one's own organisation alone", async () => {
    await started("one", { tasks: ["cs-a"] });
    const again = startSprint(scopeOf("one"), principal("one"), "other", {
      ...PLAIN,
      tasks: ["cs-a"],
    });
    await expect(again).rejects.toMatchObject({ code: "wrong_state" });
    expect(await now("two")).toBeNull();
    await expect(
      changeSprint(scopeOf("two"), principal("two"), "k", { do: "pause" }),
    ).rejects.toMatchObject({ code: "wrong_state", message: "No sprint is running." });
  });

  it.each([
    ["no task", { tasks: [] }, "invalid_input"],
    ["an unknown task", { tasks: ["cs-x"] }, "not_found"],
    ["a task that is submitted", { tasks: ["cs-done"] }, "wrong_state"],
    ["more than it has", { tasks: ["cs-a"], target: { is: "tasks", count: 2 } }, "invalid_input"],
    [
      "a time that is over",
      { tasks: ["cs-a"], target: { is: "until", untilMs: 1 } },
      "invalid_input",
    ],
  ] as const)("refuses %s", async (name, wanted, code) => {
    const org = name.replaceAll(" ", "-");
    await opened(org, "cs-a", "cs-done");
    await say(org, "cs-done", submit());
    const start = startSprint(scopeOf(org), principal(org), "k", { ...PLAIN, ...wanted });
    await expect(start).rejects.toMatchObject({ code });
    expect(await now(org)).toBeNull();
  });

  it("hears the same word once per key", async () => {
    const first = await started("keys", { tasks: ["cs-a"] });
    expect(await started("keys", { tasks: ["cs-a"] }).catch((error) => error)).toMatchObject({
      id: first.id,
    });
    const by = principal("keys");
    await changeSprint(scopeOf(by.org), by, "k1", { do: "pause" });
    await changeSprint(scopeOf(by.org), by, "k2", { do: "resume" });
    expect(await changeSprint(scopeOf(by.org), by, "k1", { do: "pause" })).toMatchObject({
      state: "running",
    });
    await expect(changeSprint(scopeOf(by.org), by, "k1", { do: "stop" })).rejects.toMatchObject({
      code: "reused_key",
    });
  });
});

describe("a paused sprint", () => {
  it("refuses work that begins on its tasks, and on no other", async () => {
    await opened("pauses", "cs-free");
    await started("pauses", { tasks: ["cs-a", "cs-b", "cs-c"] });
    await say("pauses", "cs-c", CLAIM);
    const by = principal("pauses");
    expect(await changeSprint(scopeOf(by.org), by, "k1", { do: "pause" })).toMatchObject({
      state: "paused",
      paused: { by: "ana", task: null },
    });
    await expect(say("pauses", "cs-a", CLAIM)).rejects.toMatchObject({ code: "on_hold" });
    await expect(say("pauses", "cs-b", submit())).rejects.toMatchObject({ code: "on_hold" });
    expect(await say("pauses", "cs-free", CLAIM)).toMatchObject({ state: "in_progress" });
    expect(await say("pauses", "cs-c", submit())).toMatchObject({ state: "reviewing" });

    await changeSprint(scopeOf(by.org), by, "k2", { do: "resume" });
    expect(await say("pauses", "cs-a", CLAIM)).toMatchObject({ state: "in_progress" });
  });

  it("waits for a person, whatever its target", async () => {
    const target = { is: "until", untilMs: Date.now() + HOUR } as const;
    await started("waits", { tasks: ["cs-a"], target });
    const by = principal("waits");
    await changeSprint(scopeOf(by.org), by, "k1", { do: "pause" });
    await over("waits");
    expect(await now("waits")).toMatchObject({ state: "paused" });
    await expect(say("waits", "cs-a", CLAIM)).rejects.toMatchObject({ code: "on_hold" });
    expect(await changeSprint(scopeOf(by.org), by, "k2", { do: "resume" })).toMatchObject({
      state: "ended",
      ended: { by: "countersign" },
    });
  });

  it("takes tasks too, and lets all of them go when it is stopped", async () => {
    await opened("adds", "cs-b");
    await started("adds", { tasks: ["cs-a"] });
    const by = principal("adds");
    await changeSprint(scopeOf(by.org), by, "k1", { do: "pause" });
    const added = await changeSprint(scopeOf(by.org), by, "k2", {
      do: "add",
      tasks: ["cs-a", "cs-b"],
    });
    expect(added.tasks.map(({ task }) => task)).toEqual(["cs-a", "cs-b"]);
    await expect(say("adds", "cs-b", CLAIM)).rejects.toMatchObject({ code: "on_hold" });
    expect(await changeSprint(scopeOf(by.org), by, "k3", { do: "stop" })).toMatchObject({
      state: "ended",
      paused: null,
      ended: { by: "ana" },
    });
    expect(await say("adds", "cs-b", CLAIM)).toMatchObject({ state: "in_progress" });
  });
});

/** Lets the time of an organisation's sprint be over. */
async function over(org: string): Promise<void> {
  const target = { is: "until", untilMs: Date.now() - HOUR } as const;
  await transact(pool, org, ({ db }) => db.update(sprints).set({ target }));
}

describe("a target", () => {
  it("of so many tasks ends the sprint when they are submitted, for good [R-179]", async () => {
    const target = { is: "tasks", count: 1 } as const;
    await started("count", { tasks: ["cs-a", "cs-b"], target });
    await say("count", "cs-a", submit());
    expect(await now("count")).toMatchObject({ state: "ended", ended: { by: "countersign" } });
    const said = { quickIssues: ["x"], customFeedback: "" };
    await say(
      "count",
      "cs-a",
      { type: "redo", ...SHOWN, ...said, option: "keep", priority: "same" },
      ana,
    );
    expect(await now("count")).toMatchObject({ state: "ended", worked: 0 });
  });

  it("of so many tasks ends also when no task is left that could reach it", async () => {
    const target = { is: "tasks", count: 2 } as const;
    await started("short", { tasks: ["cs-a", "cs-b"], target });
    await say("short", "cs-a", submit());
    await say("short", "cs-b", CANCEL, ana);
    expect(await now("short")).toMatchObject({ state: "ended", worked: 1, failed: 1 });
  });

  it("of a time ends it when the time has come, and the next can start", async () => {
    const target = { is: "until", untilMs: Date.now() + HOUR } as const;
    const first = await started("time", { tasks: ["cs-a"], target });
    expect(first.state).toBe("running");
    await over("time");
    expect(await now("time")).toMatchObject({ id: first.id, state: "ended" });
    const by = principal("time");
    await expect(changeSprint(scopeOf(by.org), by, "k", { do: "pause" })).rejects.toMatchObject({
      code: "wrong_state",
    });
    const next = await startSprint(scopeOf(by.org), by, "next", { ...PLAIN, tasks: ["cs-a"] });
    expect(next).toMatchObject({ state: "running" });
    expect(next.id).not.toBe(first.id);
  });

  it("of none ready ends it when each task is submitted or has failed", async () => {
    await started("none", { tasks: ["cs-a", "cs-b"], pauseOnFailure: true });
    await say("none", "cs-a", submit());
    expect(await now("none")).toMatchObject({ state: "running" });
    await say("none", "cs-b", CANCEL, ana);
    expect(await now("none")).toMatchObject({ state: "ended", worked: 1, failed: 1 });
  });
});

describe("a failure", () => {
  it("pauses a sprint that asks for it, and names the task", async () => {
    await started("fails", { tasks: ["cs-a", "cs-b"], pauseOnFailure: true });
    await say("fails", "cs-a", CANCEL, ana);
    expect(await now("fails")).toMatchObject({
      state: "paused",
      failed: 1,
      paused: { by: "countersign", task: "cs-a" },
    });
    await expect(say("fails", "cs-b", CLAIM)).rejects.toMatchObject({ code: "on_hold" });
    await changeSprint(scopeOf("fails"), principal("fails"), "k", { do: "resume" });
    expect(await now("fails")).toMatchObject({ state: "running", failed: 1, paused: null });
  });

  it("of another task, or where nobody asked, pauses nothing", async () => {
    await opened("calm", "cs-free");
    await started("calm", { tasks: ["cs-a", "cs-b"] });
    await say("calm", "cs-free", CANCEL, ana);
    await say("calm", "cs-a", CANCEL, ana);
    expect(await now("calm")).toMatchObject({ state: "running", failed: 1 });
  });
});
