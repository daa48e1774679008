import type { Command } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { ana, create, testContext, worker } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import type { CommandPhases } from "./command-phases.ts";
import { createTaskStore } from "./task-store.ts";

const { pool } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const IDS = ["cs-b", "cs-a", "cs-c"];

function phases(key: string, command: Command, by = ana): CommandPhases {
  const context = { ...testContext(by), inSprint: false };
  return { key, command, actor: by, readContext: async () => context };
}

async function openTasks(org: string): Promise<void> {
  for (const id of IDS)
    await store.executeAll({ org, task: id }, [phases(`create-${id}`, create(id))]);
}

const claims = IDS.map((task) => ({
  ...phases(`claim-${task}`, { type: "claim" }, worker("agent-1")),
  task,
}));

async function statesOf(org: string): Promise<(string | undefined)[]> {
  return await Promise.all(IDS.map(async (id) => (await store.load(org, id))?.phase.is));
}

describe("one command on each of several tasks", () => {
  it("is executed on all of them, after what runs while all are locked", async () => {
    await openTasks("all");
    const order: string[] = [];
    const watched = claims.map((claim) => ({
      ...claim,
      whileLocked: async () => void order.push(claim.task),
    }));
    await store.executeTogether("all", watched, async (session) => {
      order.push("locked");
      const free = await pool.query("SELECT 1");
      expect(free.rowCount).toBe(1);
      const { rows } = await session.client.query(
        "SELECT DISTINCT state FROM countersign.tasks WHERE org_id = 'all'",
      );
      expect(rows).toEqual([{ state: "open" }]);
    });

    expect(order).toEqual(["cs-a", "cs-b", "cs-c", "locked"]);
    expect(await statesOf("all")).toEqual(["in_progress", "in_progress", "in_progress"]);
    for (const id of IDS) expect(await store.verify("all", id)).toBeNull();
  });

  it("is executed on none if one of them refuses it", async () => {
    await openTasks("refused");
    await store.executeAll({ org: "refused", task: "cs-c" }, [
      phases("early", { type: "claim" }, worker("agent-2")),
    ]);
    let hasRun = false;
    const both = store.executeTogether("refused", claims, async () => {
      hasRun = true;
    });

    await expect(both).rejects.toThrow("cs-c");
    expect(hasRun).toBe(false);
    expect(await statesOf("refused")).toEqual(["open", "open", "in_progress"]);
  });

  it("is executed on none if what runs while all are locked fails", async () => {
    await openTasks("failed");
    const failed = store.executeTogether("failed", claims, async () => {
      throw new Error("The target did not move");
    });

    await expect(failed).rejects.toThrow("The target did not move");
    expect(await statesOf("failed")).toEqual(["open", "open", "open"]);
  });

  it("is refused if one of them was answered before", async () => {
    await openTasks("again");
    await store.executeTogether("again", claims, async () => undefined);

    await expect(store.executeTogether("again", claims, async () => undefined)).rejects.toThrow(
      "cs-a was answered before",
    );
  });

  it("waits for a command on any of them, and two orders end without a deadlock", async () => {
    await openTasks("crossing");
    const orders = [claims, claims.toReversed()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        store.executeTogether("crossing", orders[index % 2] ?? [], async () => undefined),
      ),
    );

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = outcomes.flatMap((one) =>
      one.status === "rejected" ? [String(one.reason)] : [],
    );
    expect(reasons.filter((reason) => !reason.includes("was answered before"))).toEqual([]);
  });
});
