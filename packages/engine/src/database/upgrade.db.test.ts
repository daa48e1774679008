import { randomBytes } from "node:crypto";
import type { Command } from "@countersign/core";
import { Client, Pool } from "pg";
import { describe, expect, inject, it } from "vitest";
import { createTaskStore, type TaskStore } from "../store/task-store.ts";
import { migrateUpTo } from "../testing/older-database.ts";
import { ana, approve, contextOf, create, NOW_MS, waitForOwner } from "../testing/say.ts";
import { openDatabase } from "./open-database.ts";

const ORG = "acme";
const TASKS = 100;
const AT_ONCE = 8;
const ENGINE = { id: "system", kind: "system", planner: false } as const;
const LATER_MS = NOW_MS + 86_400_000;

/** The last migration of the release before this one's first. */
const OLDER = 3;

async function emptyDatabase(): Promise<{ ownerUrl: string; databaseUrl: string }> {
  const name = `older_${randomBytes(6).toString("hex")}`;
  const { ownerUrl, appUrl } = inject("postgres");
  const admin = new Client({ connectionString: ownerUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await admin.end();
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { ownerUrl: at(ownerUrl), databaseUrl: at(appUrl) };
}

/** Says to a task what is still missing until it is merged. */
async function finish(store: TaskStore, task: string): Promise<void> {
  const say = (command: Command, actor: Parameters<typeof contextOf>[0], nowMs = LATER_MS) =>
    store.execute(ORG, task, `${task}-${command.type}-end`, command, contextOf(actor, nowMs));
  const { round, phase } = (await store.load(ORG, task)) ?? {};
  if (phase?.is === "open") return void (await say({ type: "reject", reason: "too old" }, ana));
  await say(approve(`vrd_${task.replace("-", "")}`), ana, NOW_MS);
  await say({ type: "merge_started" }, ENGINE);
  await say({ type: "merged", tree: round?.content.tree ?? "" }, ENGINE);
}

/** A few at a time, so that none waits long for a connection. */
async function ofEach<Result>(
  ids: readonly string[],
  work: (id: string, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const few = ids.slice(from, from + AT_ONCE);
    results.push(...(await Promise.all(few.map((id, index) => work(id, from + index)))));
  }
  return results;
}

describe("an upgrade", () => {
  it(`takes ${TASKS} open tasks of the release before to their end, with their chains whole`, async () => {
    const urls = await emptyDatabase();
    await migrateUpTo(urls.ownerUrl, OLDER);
    const older = new Pool({ connectionString: urls.databaseUrl });
    const before = createTaskStore(older, async () => undefined);
    const ids = Array.from({ length: TASKS }, (_, index) => `cs-${index + 1}`);
    await ofEach(ids, (id, index) =>
      index % 10 > 0
        ? waitForOwner(before, ORG, id)
        : before.execute(ORG, id, `${id}-create`, create(id), contextOf(ana)),
    );
    const stood = await ofEach(ids, (id) => before.load(ORG, id));
    await older.end();

    const { pool, close } = await openDatabase(urls);
    try {
      const store = createTaskStore(pool, async () => undefined);
      expect(await ofEach(ids, (id) => store.load(ORG, id))).toEqual(stood);
      await ofEach(ids, (id) => finish(store, id));

      const ended = await ofEach(ids, (id) => store.load(ORG, id));
      expect(ended.filter((task) => task?.phase.is === "done")).toHaveLength(90);
      expect(ended.filter((task) => task?.phase.is === "rejected")).toHaveLength(10);
      const faults = await ofEach(ids, (id) => store.verify(ORG, id));
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
    } finally {
      await close();
    }
  }, 300_000);
});
