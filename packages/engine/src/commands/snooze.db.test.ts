import { type Command, toShown } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { transact } from "../platform/transact.ts";
import { snoozes } from "../store/schema/schema.ts";
import { createTaskStore } from "../store/task-store.ts";
import { orgTransactions } from "../testing/org-transactions.ts";
import { principal } from "../testing/principal.ts";
import { onePolicy, registerShop } from "../testing/shop.ts";
import {
  ana,
  CONTENT,
  create,
  executeWith,
  testContext,
  waitForOwner,
  worker,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { removeRepository } from "./repositories/remove-repository.ts";
import { snoozeTask, unsnoozeTask } from "./snooze.ts";

const { pool } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const scopeOf = (org: string) => ({ store, policies, ...orgTransactions(pool, org) });
const policies = onePolicy(testContext(ana).policy);
const HOUR = 3_600_000;
const SHOWN = toShown({ round: { number: 1, content: CONTENT } });

async function seen(org: string, is: boolean): Promise<string[]> {
  const { items } = await store.list(org, { turnWho: "ana", snoozed: { by: "ana", is } });
  return items.map(({ task }) => task);
}

describe("snoozeTask", () => {
  it("is refused when work was submitted after the task was shown", async () => {
    const { seq } = await waitForOwner(store, "newer", "cs-a");
    const other: Command = {
      type: "submit",
      content: { ...CONTENT, tree: "2".repeat(40) },
      signal: "DONE",
      summary: "again",
      askedType: null,
      committers: [],
      answers: [],
    };
    await executeWith(store, "newer", "cs-a", "again", other, testContext(worker("agent-1")));
    await expect(
      snoozeTask(scopeOf("newer"), principal("newer"), "cs-a", { seq, untilMs: null }),
    ).rejects.toMatchObject({
      code: "stale_round",
      message: "cs-a is at round 2 now, which was submitted after it was shown",
    });
  });

  it("hides a task from one person until it changes", async () => {
    const { seq } = await waitForOwner(store, "change", "cs-a");
    await snoozeTask(scopeOf("change"), principal("change"), "cs-a", { seq, untilMs: null });

    expect([await seen("change", false), await seen("change", true)]).toEqual([[], ["cs-a"]]);
    const others = { turnWho: "ana", snoozed: { by: "ben", is: false } };
    expect((await store.list("change", others)).items).toHaveLength(1);

    const mode = { type: "change_mode", ...SHOWN, mode: "per-task" } as const;
    await executeWith(store, "change", "cs-a", "k", mode, testContext(ana));
    expect([await seen("change", false), await seen("change", true)]).toEqual([["cs-a"], []]);
  });

  it("hides it until a time by the database's clock, also when it changes before", async () => {
    const { seq } = await waitForOwner(store, "time", "cs-a");
    await snoozeTask(scopeOf("time"), principal("time"), "cs-a", {
      seq,
      untilMs: Date.now() + HOUR,
    });
    const mode = { type: "change_mode", ...SHOWN, mode: "per-task" } as const;
    await executeWith(store, "time", "cs-a", "k", mode, testContext(ana));
    expect(await seen("time", false)).toEqual([]);

    await transact(pool, "time", ({ db }) =>
      db.update(snoozes).set({ until: new Date(Date.now() - HOUR) }),
    );
    expect(await seen("time", false)).toEqual(["cs-a"]);
  });

  it("keeps the last word, and is taken back", async () => {
    const { seq } = await waitForOwner(store, "back", "cs-a");
    await snoozeTask(scopeOf("back"), principal("back"), "cs-a", {
      seq,
      untilMs: Date.now() + HOUR,
    });
    expect(
      await snoozeTask(scopeOf("back"), principal("back"), "cs-a", { seq, untilMs: null }),
    ).toEqual({
      task: "cs-a",
      putOff: true,
      untilMs: null,
    });
    expect(await unsnoozeTask(scopeOf("back"), principal("back"), "cs-a")).toMatchObject({
      putOff: false,
    });
    expect(await seen("back", false)).toEqual(["cs-a"]);
  });

  it("refuses agents, unknown tasks and times that are over", async () => {
    const { seq } = await waitForOwner(store, "no", "cs-a");
    const agent = principal("no", "author", "claude");
    await expect(
      snoozeTask(scopeOf("no"), agent, "cs-a", { seq, untilMs: null }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    for (const act of [
      snoozeTask(scopeOf("no"), principal("no"), "x", { seq: 1, untilMs: null }),
      unsnoozeTask(scopeOf("no"), principal("no"), "x"),
    ])
      await expect(act).rejects.toMatchObject({ code: "not_found" });
    await expect(
      snoozeTask(scopeOf("no"), principal("no"), "cs-a", { seq, untilMs: 1 }),
    ).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("removeRepository", () => {
  const register = (org: string) => registerShop(pool, org);

  it("forgets a repository that has no task, of one's own organisation alone", async () => {
    await register("one");
    await register("two");
    await removeRepository(scopeOf("one"), principal("one", "admin"), "shop");

    await expect(
      removeRepository(scopeOf("one"), principal("one", "admin"), "shop"),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    await register("one");
    await removeRepository(scopeOf("two"), principal("two", "admin"), "shop");
  });

  it("keeps one that has tasks", async () => {
    await register("used");
    await executeWith(store, "used", "cs-a", "k", create("cs-a"), testContext(ana));

    await expect(
      removeRepository(scopeOf("used"), principal("used", "admin"), "shop"),
    ).rejects.toMatchObject({
      code: "wrong_state",
      message: "shop has tasks, such as cs-a",
    });
    const agent = principal("used", "author", "claude");
    for (const by of [agent, principal("used")])
      await expect(removeRepository(scopeOf("used"), by, "shop")).rejects.toMatchObject({
        code: "forbidden",
      });
  });
});
