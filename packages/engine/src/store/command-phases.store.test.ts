import type { Command } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { createCountedPool } from "../testing/counted-pool.ts";
import {
  ana,
  approve,
  create,
  executeWith,
  submit,
  testContext,
  worker,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import type { CommandPhases } from "./command-phases.ts";
import { createTaskStore } from "./task-store.ts";

const { pool, appUrl } = await testDatabase();

/** Executes a command on cs-a and lists the phases that ran, in order, with the task that each was given. */
async function phasesOf(org: string, command: Command, more: Partial<CommandPhases> = {}) {
  const phases: string[] = [];
  const store = createTaskStore(pool, async () => void phases.push("enqueue"));
  await executeWith(store, org, "cs-a", "k1", create("cs-a"), testContext(ana));
  phases.length = 0;
  const { actor, ...context } = testContext(worker("agent-1"));
  const outcome = await store
    .execute({
      org,
      task: "cs-a",
      key: "k2",
      command,
      actor,
      async readContext(_, task) {
        phases.push(`readContext ${task?.phase.is}`);
        return { ...context, actor, inSprint: false };
      },
      async beforeDecide(_, task, { nowMs }) {
        phases.push(`beforeDecide ${task?.id} ${nowMs === context.nowMs}`);
      },
      async whileLocked(_, task) {
        phases.push(`whileLocked ${task?.phase.is}`);
      },
      ...more,
    })
    .then(({ state }) => state, String);
  const stored = (await store.log(org, "cs-a")).length;
  return { phases, outcome, stored };
}

describe("the phases of a command", () => {
  it("run in order: context, checks, decision, what must happen before the write, effects", async () => {
    expect(await phasesOf("phases", submit())).toEqual({
      phases: ["readContext open", "beforeDecide cs-a true", "whileLocked open", "enqueue"],
      outcome: "reviewing",
      stored: 2,
    });
  });

  it("do nothing in the world for a command that the core refuses", async () => {
    expect(await phasesOf("refused", approve("vrd_1"))).toMatchObject({
      phases: ["readContext open", "beforeDecide cs-a true"],
      stored: 1,
    });
  });

  it("end before the decision where a check refuses", async () => {
    const beforeDecide = async () => {
      throw new Error("no person is present");
    };
    expect(await phasesOf("absent", { type: "claim" }, { beforeDecide })).toEqual({
      phases: ["readContext open"],
      outcome: "Error: no person is present",
      stored: 1,
    });
  });

  it("record nothing where what must happen first did not happen", async () => {
    const whileLocked = async () => {
      throw new Error("the target moved meanwhile");
    };
    expect(await phasesOf("unmoved", { type: "claim" }, { whileLocked })).toEqual({
      phases: ["readContext open", "beforeDecide cs-a true"],
      outcome: "Error: the target moved meanwhile",
      stored: 1,
    });
  });

  it("neither decide nor act for a command whose result the task already contains", async () => {
    expect(await phasesOf("repeated", approve("vrd_1"), { isRepeated: () => true })).toEqual({
      phases: ["readContext open", "beforeDecide cs-a true"],
      outcome: "open",
      stored: 1,
    });
  });
});

describe("the statements of a command", () => {
  it("are planned once for a connection, and those of other transactions as Postgres chooses", async () => {
    const { pool: only } = createCountedPool(appUrl);
    const store = createTaskStore(only, async () => undefined);
    for (const id of ["cs-a", "cs-b", "cs-c"])
      await executeWith(store, "plans", id, id, create(id), testContext(ana));
    const { rows } = await only.query(
      `SELECT name, custom_plans::int AS custom, generic_plans::int AS generic,
              current_setting('plan_cache_mode') AS mode FROM pg_prepared_statements ORDER BY name`,
    );
    const counted = { custom: 0, generic: 3, mode: "auto" };
    expect(rows).toEqual([
      { name: "add_task", ...counted },
      { name: "read_locked_rows", ...counted },
    ]);
  });
});
