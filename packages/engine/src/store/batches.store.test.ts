import type { Command, Context } from "@countersign/core";
import { CountersignError } from "@countersign/core";
import type { Pool } from "pg";
import { describe, expect, it } from "vitest";
import { ana, approve, create, submit, testContext, worker } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import type { CommandPhases } from "./command-phases.ts";
import { createTaskStore, type TaskStore } from "./task-store.ts";

const { pool, owner } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);

/** The phases of a command with a fixed context. */
function phases(key: string, command: Command, context: Context): CommandPhases {
  const { actor } = context;
  return { key, command, actor, readContext: async () => ({ ...context, inSprint: false }) };
}

const BATCH: readonly CommandPhases[] = [
  phases("k-create", create("cs-a"), testContext(ana)),
  phases("k-claim", { type: "claim" }, testContext(worker("agent-1"))),
  phases("k-submit", submit("done"), testContext(worker("agent-1"))),
];

/** Counts the rows of an organisation. */
async function rowsOf(org: string): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    `SELECT (SELECT count(*)::int FROM countersign.events WHERE org_id = $1) AS events,
            (SELECT count(*)::int FROM countersign.tasks WHERE org_id = $1) AS tasks,
            (SELECT count(*)::int FROM countersign.commands WHERE org_id = $1) AS commands`,
    [org],
  );
  return rows[0];
}

const NOTHING = { events: 0, tasks: 0, commands: 0 };

/** A store on one connection, on which the statement with this number fails in the database. */
function failingAt(number: number): { store: TaskStore; hasFailed: () => boolean } {
  let count = 0;
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    return new Proxy(client, {
      get(target, name) {
        if (name !== "query") {
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        }
        return (...given: unknown[]) => {
          count += 1;
          return count === number ? query("SELECT 1/0") : query(...given);
        };
      },
    });
  };
  const failing = { connect } as unknown as Pool;
  return {
    store: createTaskStore(failing, async () => undefined),
    hasFailed: () => count >= number,
  };
}

async function eventsOf(org: string) {
  return (await store.log(org, "cs-a")).map(({ seq, by, event }) => ({ seq, by, event }));
}

describe("several commands in one transaction", () => {
  it("leave nothing behind when any one of their statements fails, and succeed when repeated", async () => {
    let failures = 0;
    for (let number = 1; ; number += 1) {
      const org = `failing-${number}`;
      const failing = failingAt(number);
      const outcome = await failing.store
        .executeAll({ org, task: "cs-a" }, BATCH)
        .then(() => "done", String);
      if (!failing.hasFailed()) break;
      failures += 1;
      expect([number, outcome]).toEqual([number, "error: division by zero"]);
      expect(await rowsOf(org)).toEqual(NOTHING);
      await store.executeAll({ org, task: "cs-a" }, BATCH);
      expect(await eventsOf(org)).toEqual(await eventsOf("failing-1"));
    }
    expect(failures).toBe(4); // the beginning with the lock, the reading, the write and the commit
  });

  it("log the same events and give the same answers as single commands", async () => {
    await store.executeAll({ org: "together", task: "cs-a" }, BATCH);
    for (const one of BATCH) await store.execute({ org: "single", task: "cs-a", ...one });

    expect(await eventsOf("together")).toEqual(await eventsOf("single"));
    for (const one of BATCH) {
      const again = await store.execute({ org: "together", task: "cs-a", ...one });
      expect(again).toEqual(await store.execute({ org: "single", task: "cs-a", ...one }));
    }
    expect(await rowsOf("together")).toEqual(await rowsOf("single"));
    expect(await store.verify("together", "cs-a")).toBeNull();
  });

  it("do only what is new when some of them already have an answer", async () => {
    const [first] = BATCH;
    if (first === undefined) throw new Error("an empty batch");
    await store.execute({ org: "partly", task: "cs-a", ...first });
    await store.executeAll({ org: "partly", task: "cs-a" }, BATCH);
    await store.executeAll({ org: "partly", task: "cs-a" }, BATCH);

    expect(await eventsOf("partly")).toHaveLength(3);
    expect(await rowsOf("partly")).toMatchObject({ commands: 3 });
  });

  it("keep the earlier ones if a later one is skipped, and none if it is refused", async () => {
    const late = phases("k-approve", approve("vrd_1"), testContext(ana));
    const codes = new Set(["wrong_state", "stale_round"]);
    const refused = await store
      .executeAll({ org: "refused", task: "cs-a" }, [...BATCH.slice(0, 2), late])
      .catch((error: unknown) => error);
    await store.executeAll({ org: "skipped", task: "cs-a" }, [
      ...BATCH.slice(0, 2),
      { ...late, skipOn: codes },
    ]);

    expect(refused).toBeInstanceOf(CountersignError);
    expect(await rowsOf("refused")).toEqual(NOTHING);
    expect(await rowsOf("skipped")).toEqual({ events: 2, tasks: 1, commands: 2 });
  });
});
