import { describe, expect, it } from "vitest";
import {
  ana,
  approve,
  create,
  executeWith,
  NOW_MS,
  testContext,
  waitForOwner,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createTaskStore } from "./task-store.ts";
import { fillListFacts } from "./tasks/fill-list-facts.ts";
import type { TaskQuery } from "./tasks/list-tasks.ts";

const { pool, owner } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);

const TREE = "1".repeat(40);

async function names(org: string, query: TaskQuery): Promise<string[]> {
  return (await store.list(org, query)).items.map(({ task }) => task);
}

describe("the rows of a list", () => {
  it("carry the round, the change and its review", async () => {
    await waitForOwner(store, "rows", "cs-1");

    expect((await store.list("rows")).items).toMatchObject([
      {
        task: "cs-1",
        round: 1,
        tree: TREE,
        attempt: 1,
        attemptLimit: testContext(ana).policy.limits.attempts,
        mode: "per-task",
        files: 1,
        linesAdded: 10,
        linesDeleted: 0,
        findings: { critical: 0, major: 0, warning: 0, info: 0 },
        sentBackBy: [],
        graceUntilMs: null,
        batchObstacles: ["mode per-task"],
      },
    ]);
  });

  it("say since when the same actor has the turn", async () => {
    await waitForOwner(store, "since", "cs-1");
    const since = async () => (await store.list("since")).items[0]?.waitingSinceMs;
    const run = (
      key: string,
      actor: typeof ana,
      atMs: number,
      body: Parameters<typeof executeWith>[4],
    ) => executeWith(store, "since", "cs-1", key, body, testContext(actor, atMs));
    expect(await since()).toBe(NOW_MS);

    await run("mode", ana, NOW_MS + 1_000, {
      type: "change_mode",
      mode: "per-task",
      round: 1,
      tree: TREE,
    });
    expect(await since()).toBe(NOW_MS);

    await run("yes", ana, NOW_MS + 2_000, approve("vrd_1"));
    expect(await since()).toBe(NOW_MS + 2_000);
    expect((await store.list("since")).items[0]?.graceUntilMs).toBeGreaterThan(NOW_MS);
  });
});

describe("a row that an older release wrote", () => {
  it("is listed with its facts, and found by filters after they are filled in", async () => {
    await waitForOwner(store, "older", "cs-1");
    const [before] = (await store.list("older")).items;
    await owner.query(
      "UPDATE countersign.tasks SET list_facts = NULL, paths = NULL, turn_since = NULL WHERE org_id = 'older'",
    );

    const [listed] = (await store.list("older")).items;
    expect(listed).toEqual({ ...before, attemptLimit: null });
    expect(await names("older", { mode: "per-task" })).toEqual([]);

    expect(await fillListFacts(pool, "older")).toBe(1);
    expect(await fillListFacts(pool, "older")).toBe(0);
    expect((await store.list("older")).items).toEqual([{ ...before, attemptLimit: null }]);
    expect(await names("older", { mode: "per-task", text: "SRC/APP" })).toEqual(["cs-1"]);
  });

  it("does not show the facts that a newer release stored before", async () => {
    await waitForOwner(store, "stale", "cs-1");
    await owner.query(
      `UPDATE countersign.tasks SET list_facts = list_facts || '{"seq": 1, "round": 7}' WHERE org_id = 'stale'`,
    );
    expect((await store.list("stale")).items[0]?.round).toBe(1);
  });

  it("is filled in over several batches", async () => {
    for (let index = 0; index < 205; index += 1) {
      const id = `cs-${index}`;
      await executeWith(store, "many", id, id, create(id), testContext(ana));
    }
    await owner.query("UPDATE countersign.tasks SET list_facts = NULL WHERE org_id = 'many'");
    expect(await fillListFacts(pool, "many")).toBe(205);
    expect(await fillListFacts(pool, "many")).toBe(0);
  });
});

describe("the filters of a list", () => {
  it("match text, label, gate, mode, risk and time", async () => {
    await waitForOwner(store, "filters", "cs-1");
    const labels = [{ name: "security", by: "person" as const }];
    const labelled = { ...create("cs-2", "Save 100%_off"), labels };
    await executeWith(store, "filters", "cs-2", "k", labelled, testContext(ana, NOW_MS + 5_000));
    const risk = (await store.list("filters", { task: "cs-1" })).items[0]?.risk ?? 0;

    expect(await names("filters", { text: "cs-1" })).toEqual(["cs-1"]);
    expect(await names("filters", { text: "app.ts" })).toEqual(["cs-1"]);
    expect(await names("filters", { text: "100%_o" })).toEqual(["cs-2"]);
    expect(await names("filters", { text: "%" })).toEqual(["cs-2"]);
    expect(await names("filters", { text: "_pp.ts" })).toEqual([]);
    expect(await names("filters", { text: "\\" })).toEqual([]);
    expect(await names("filters", { text: "' OR 1=1 --" })).toEqual([]);
    expect(await names("filters", { label: "security" })).toEqual(["cs-2"]);
    expect(await names("filters", { gate: "pass" })).toEqual(["cs-1"]);
    expect(await names("filters", { mode: "auto" })).toEqual([]);
    expect(await names("filters", { riskAtLeast: risk })).toEqual(["cs-1"]);
    expect(await names("filters", { riskAtLeast: risk + 1 })).toEqual([]);
    expect(await names("filters", { sinceMs: NOW_MS + 1 })).toEqual(["cs-2"]);
  });
});

describe("the counts of sections", () => {
  it("count each task once, for the person who asks", async () => {
    await waitForOwner(store, "sections", "cs-1");
    await executeWith(store, "sections", "cs-2", "k", create("cs-2"), testContext(ana));
    const none = { held: 0, merge: 0, yours: 0, others: 0, reviewers: 0, done: 0 };
    const count = (me: string, more: TaskQuery = {}) =>
      store.countSections("sections", { me, doneSinceMs: 0, ...more });

    expect(await count("ana")).toEqual({ ...none, ready: 1, agents: 1 });
    expect(await count("ben")).toEqual({ ...none, ready: 0, others: 1, agents: 1 });
    expect(await count("ana", { text: "cs-2" })).toEqual({ ...none, ready: 0, agents: 1 });
    expect(await store.countSections("elsewhere", { me: "ana", doneSinceMs: 0 })).toEqual({
      ...none,
      ready: 0,
      agents: 0,
    });
  });
});
