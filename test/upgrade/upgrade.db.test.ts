import { randomBytes } from "node:crypto";
import { type Task, toShown } from "@countersign/core";
import {
  createEffectQueue,
  createTaskStore,
  type Database,
  type Engine,
  importBackup,
  openDatabase,
  type Principal,
  readBackup,
} from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { createToken } from "../../packages/engine/src/access/credentials.ts";
import { durableDatabase } from "../../packages/engine/src/durable/testing/durable-database.ts";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import {
  executeWith,
  testContext,
  worker,
} from "../../packages/engine/src/testing/task-commands.ts";
import { findProblems, listLog } from "../attack/read-audit.ts";
import { engineOn, ORG, until } from "../engine/open-engine.ts";
import {
  BACKUP,
  connectOwner,
  moveRepositories,
  restoreRelease,
  unpackFiles,
} from "./restore-release.ts";

/** What the release's tasks are when their last person has spoken. */
const ENDS = { done: 6, rejected: 10 };

const key = () => randomBytes(8).toString("hex");

async function signIn(engine: Engine, { pool }: Pick<Database, "pool">, actor: string) {
  const role = actor === "ana" ? "human" : "author";
  const { token } = await createToken(pool, ORG, { actor, role });
  const principal = await engine.authenticate(token);
  if (principal === null) throw new Error("A new token is not known");
  return principal;
}

/** Ends a task as a person would: approves what waits for approval and rejects everything else. */
async function finish(engine: Engine, ana: Principal, failures: string[], id: string) {
  const isDone = ({ phase }: Task) => phase.is === "done";
  const task = await engine.task(ana, id);
  const { phase, round } = task;
  if (phase.is === "done" || phase.is === "rejected") return;
  if (phase.is === "approved" || phase.is === "merging")
    return void (await until(engine, ana, failures, id, isDone));
  if (phase.is === "reviewing" && phase.person === "ana" && round !== null) {
    const { number, content } = round;
    const approval = { type: "approve", round: number, tree: content.tree } as const;
    await engine.command(ana, key(), id, approval);
    return void (await until(engine, ana, failures, id, isDone));
  }
  await engine.command(ana, key(), id, {
    type: "reject",
    ...toShown(task),
    reason: "of an older release",
  });
}

type Installation = {
  database: Pick<Database, "pool"> & { workerUrl: string };
  folder: string;
  tasks: readonly Task[];
  /** Its owners are told once what merges do now. */
  isTold: boolean;
};

/** Starts today's engine over what the release left behind and takes every task to its end. */
async function finishAll({ database, folder, tasks, isTold }: Installation): Promise<void> {
  const failures: string[] = [];
  const engine = await engineOn(database, folder, () => undefined, failures);
  const ana = await signIn(engine, database, "ana");
  await engine.start();
  try {
    for (const { id } of tasks) await finish(engine, ana, failures, id);
    const ended = await Promise.all(tasks.map(({ id }) => engine.task(ana, id)));
    expect(ended.filter(({ phase }) => phase.is === "done")).toHaveLength(ENDS.done);
    expect(ended.filter(({ phase }) => phase.is === "rejected")).toHaveLength(ENDS.rejected);
    const repositories = await engine.repositories(ana);
    expect(repositories.map(({ hold }) => hold)).toEqual([null, null]);
    const told = repositories.map(({ notice }) => notice?.includes("merge.freshness no-overlap"));
    expect(told).toEqual(isTold ? [true, true] : [undefined, undefined]);
    await expectLogBegun(engine, ana);
    expect(failures).toEqual([]);
  } finally {
    await engine.stop();
  }
  const store = createTaskStore(database.pool, async () => undefined);
  const faults = await Promise.all(tasks.map(({ id }) => store.verify(ORG, id)));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
}

/** The organisation's log begins with what that release left behind, and is sealed with the older logs. */
async function expectLogBegun(engine: Engine, ana: Principal): Promise<void> {
  const audited = { engine, ana };
  expect(await findProblems(audited)).toEqual([]);
  const [begun, created] = (await listLog(audited)).toReversed();
  expect(begun).toMatchObject({ seq: 1, by: "countersign", what: "log_begun", role: null });
  expect(begun?.detail).toMatch(/^credentials: tok_\S+ .*, repositories: .*later .*shop /);
  expect(begun?.detail).not.toContain(ana.token);
  expect(begun?.seal).not.toBeNull();
  expect(created).toMatchObject({ seq: 2, what: "credential_created" });
  expect(created?.detail).toContain(ana.token);
}

describe("an upgrade from release 0.1.0", () => {
  it("takes its open tasks to their end, with their chains whole", async () => {
    const { folder, tasks, jobs, ...urls } = await restoreRelease();
    const states = new Set(tasks.map(({ phase }) => phase.is));
    for (const state of ["open", "in_progress", "reviewing", "rework", "held", "approved"] as const)
      expect(states).toContain(state);

    const database = await openDatabase(urls);
    try {
      const store = createTaskStore(database.pool, async () => undefined);
      const stood = await Promise.all(tasks.map(({ id }) => store.load(ORG, id)));
      expect(stood).toEqual(tasks);
      const { workerUrl } = urls;
      const queue = createEffectQueue({ workerUrl });
      await transact(database.pool, ORG, ({ client }) =>
        queue.enqueue(
          client,
          jobs.map(({ partition, dueMs: _, ...job }) => ({
            ...job,
            ...(partition !== null && { partition }),
          })),
        ),
      );
      await queue.stop(0);
      const { pool } = database;
      await finishAll({ database: { pool, workerUrl }, folder, tasks, isTold: true });
    } finally {
      await database.close();
    }
  });

  it("attaches its log as a partition without copying it, and goes on writing there", async () => {
    const { tasks, ...urls } = await restoreRelease();
    const owner = await connectOwner(urls);
    const fileOf = async (table: string) =>
      (await owner.query("SELECT pg_relation_filenode($1::regclass) AS file", [table])).rows;
    const lastPosition = async () =>
      (await owner.query("SELECT max(position) AS last FROM countersign.events")).rows[0].last;
    const [file, last] = [await fileOf("countersign.events"), await lastPosition()];
    const database = await openDatabase(urls);
    try {
      expect(await fileOf("countersign.events_before")).toEqual(file);
      const { id = "" } = tasks.find(({ phase }) => phase.is === "open") ?? {};
      const store = createTaskStore(database.pool, async () => undefined);
      await executeWith(store, ORG, id, key(), { type: "claim" }, testContext(worker("claude")));
      expect(await store.verify(ORG, id)).toBeNull();
      const { rows } = await owner.query(
        `SELECT DISTINCT tableoid::regclass::text AS name, opened::text FROM countersign.events
          WHERE task_id = $1`,
        [id],
      );
      expect(rows).toEqual([{ name: "countersign.events_before", opened: "1970-01-01" }]);
      expect(Number(await lastPosition())).toBeGreaterThan(Number(last));
    } finally {
      await database.close();
      await owner.end();
    }
  });

  it("restores a backup of that release", async () => {
    const database = await durableDatabase();
    const queue = createEffectQueue({ workerUrl: database.workerUrl });
    const restored = await importBackup({ pool: database.pool, queue }, () => readBackup(BACKUP));
    await queue.stop(0);
    const folder = unpackFiles();
    await moveRepositories(database.owner, folder);
    expect(restored).toMatchObject({ orgs: [ORG], tasks: ENDS.done + ENDS.rejected });

    const { rows } = await database.owner.query<{ body: Task }>(
      "SELECT body FROM countersign.tasks",
    );
    const bodies = rows.map(({ body }) => body);
    await finishAll({ database, folder, tasks: bodies, isTold: false });
  });

  it("answers a retry of a request that the release answered", async () => {
    const { folder, tasks: _, jobs: __, ...urls } = await restoreRelease();
    const database = await openDatabase(urls);
    const { workerUrl } = urls;
    const engine = await engineOn({ pool: database.pool, workerUrl }, folder, () => undefined, []);
    try {
      const claude = await signIn(engine, database, "claude");
      const again = await engine.createTask(claude, "open-0", { title: "open 0", repo: "shop" });
      expect(again).toMatchObject({ task: "cs-pp4mgy", seq: 1, state: "open" });
      const claim = await engine.command(claude, "claim-0", "cs-drr5ha", { type: "claim" });
      expect(claim).toMatchObject({ task: "cs-drr5ha", seq: 2, state: "in_progress" });
      const stored = await database.pool.connect();
      try {
        await stored.query("SELECT set_config('countersign.org', $1, false)", [ORG]);
        const { rows } = await stored.query(
          "SELECT DISTINCT speaker FROM countersign.commands WHERE speaker <> 'engine'",
        );
        expect(rows).toEqual([{ speaker: "unknown" }]);
      } finally {
        stored.release();
      }
    } finally {
      await engine.stop();
      await database.close();
    }
  });
});
