import { type Command, type Context, normalize } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { createCountedPool } from "../testing/counted-pool.ts";
import { tamper } from "../testing/tamper.ts";
import {
  ana,
  approve,
  CONTENT,
  create,
  executeWith,
  submit,
  testContext,
  waitForOwner,
  worker,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createTaskStore, type TaskStore } from "./task-store.ts";

const { pool, owner, appUrl } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const ORG = "parts";
const ENGINE: Context["actor"] = { id: "system", kind: "system", planner: false };
const TREE = "2".repeat(40);

type Row = { body: object; planned: object | null; hash: string | null; head: string };

async function rowOf(task: string): Promise<Row> {
  const { rows } = await owner.query<Row>(
    `SELECT body, planned, planned_hash AS hash, head_hash AS head
       FROM countersign.tasks WHERE org_id = $1 AND task_id = $2`,
    [ORG, task],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no row of ${task}`);
  return row;
}

let keys = 0;
function run(by: TaskStore, task: string, command: Command, actor: Context["actor"]) {
  keys += 1;
  return executeWith(by, ORG, task, `${task}-${keys}`, command, testContext(actor));
}

function factsOf(files: number, content = CONTENT) {
  return normalize({
    content,
    entries: Array.from({ length: files }, (_, at) => ({
      path: `src/part-${at}.ts`,
      status: "modified" as const,
      oldMode: "100644",
      newMode: "100644",
      oldId: "0".repeat(40),
      newId: "1".repeat(40),
      added: 10,
      deleted: 0,
    })),
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
  });
}

/** Creates a task whose first round is planned, with this many changed files. */
async function planTask(by: TaskStore, task: string, files: number): Promise<void> {
  await run(by, task, create(task), ana);
  await run(by, task, submit(), worker("agent-1"));
  const facts = factsOf(files);
  await run(by, task, { type: "plan_round", round: 1, facts, gaps: [] }, ENGINE);
}

/** Answers every check that a task waits for. */
async function passChecks(by: TaskStore, task: string): Promise<void> {
  const outstanding = (await by.load(ORG, task))?.round?.decision?.outstanding ?? [];
  for (const requirement of outstanding) {
    const id = requirement.slice("check:".length);
    const command: Command = {
      type: "record_verdict",
      id: `vrd_${id}`,
      of: "round",
      number: 1,
      tree: CONTENT.tree,
      requirement,
      opinion: "approved",
      summary: "",
      findings: [],
      costUsd: 0,
      sandboxed: true,
    };
    await run(by, task, command, { id, kind: "check", planner: false });
  }
}

describe("the planned part of a task", () => {
  it("is stored beside the body, and read with it", async () => {
    await planTask(store, "cs-beside", 3);
    const { body, planned, hash, head } = await rowOf("cs-beside");
    expect(body).not.toHaveProperty("round.facts");
    expect(body).not.toHaveProperty("round.plan");
    expect(planned).toHaveProperty("facts.files.length", 3);
    expect(hash).toBe(head);

    const task = await store.load(ORG, "cs-beside");
    expect(task?.round).toMatchObject(planned ?? {});
    expect(await store.verify(ORG, "cs-beside")).toBeNull();
  });

  it("is written by the command that plans, and by no other", async () => {
    await waitForOwner(store, ORG, "cs-once");
    const { hash, head, planned } = await rowOf("cs-once");
    expect(hash).not.toBe(head);
    await run(store, "cs-once", approve("vrd_1"), ana);
    expect(await rowOf("cs-once")).toMatchObject({ hash, planned });
    expect(await store.verify(ORG, "cs-once")).toBeNull();
  });

  it("is read from the body of a row of an older release, which its next command converts", async () => {
    await waitForOwner(store, ORG, "cs-older");
    const before = await store.load(ORG, "cs-older");
    await owner.query(
      `UPDATE countersign.tasks SET body = $2, planned = NULL, planned_hash = NULL WHERE task_id = $1`,
      ["cs-older", JSON.stringify(before)],
    );
    expect(await store.load(ORG, "cs-older")).toEqual(before);
    expect(await store.verify(ORG, "cs-older")).toBeNull();

    await run(store, "cs-older", approve("vrd_1"), ana);
    const { body, planned, hash, head } = await rowOf("cs-older");
    expect(body).not.toHaveProperty("round.plan");
    expect(planned).toEqual({ facts: before?.round?.facts, plan: before?.round?.plan });
    expect(hash).toBe(head);
    expect(await store.verify(ORG, "cs-older")).toBeNull();
  });

  it("is that of another process's new round, though this process knows the old one", async () => {
    const other = createTaskStore(createCountedPool(appUrl).pool, async () => undefined);
    await waitForOwner(store, ORG, "cs-round");
    const content = { ...CONTENT, head: TREE, tree: TREE };
    await run(other, "cs-round", { ...submit(), content }, worker("agent-1"));
    expect(await rowOf("cs-round")).toMatchObject({ planned: null, hash: null });
    const facts = factsOf(7, content);
    await run(other, "cs-round", { type: "plan_round", round: 2, facts, gaps: [] }, ENGINE);

    let files: number | undefined;
    const { actor, ...context } = testContext(ana);
    await store.execute({
      org: ORG,
      task: "cs-round",
      key: "cs-round-look",
      command: { type: "reject", round: 2, tree: TREE, reason: "no" },
      actor,
      async readContext(_, task) {
        files = task?.round?.facts?.files.length;
        return { ...context, actor, inSprint: false };
      },
    });
    expect(files).toBe(7);
    expect(await store.verify(ORG, "cs-round")).toBeNull();
  });

  it.each(["facts", "plan"])(
    "is noticed by the verification if its %s were changed",
    async (key) => {
      const task = `cs-tamper-${key}`;
      const { seq } = await waitForOwner(store, ORG, task);
      await tamper(
        owner,
        `UPDATE countersign.tasks SET planned = jsonb_set(planned, '{${key},forged}', 'true') WHERE task_id = '${task}'`,
      );
      expect(await store.verify(ORG, task)).toEqual({ seq, why: "wrong_state" });
    },
  );
});

describe("the bytes of a command on a planned task", () => {
  /** Returns the bytes of an approval. The first command after planning reads the part. */
  async function bytesWith(files: number) {
    const { pool: own, bytesOf } = createCountedPool(appUrl);
    const single = createTaskStore(own, async () => undefined);
    const task = `cs-files-${files}`;
    await planTask(single, task, files);
    await passChecks(single, task);
    return await bytesOf(() => run(single, task, approve("vrd_1"), ana));
  }

  it("do not depend on the number of changed files", async () => {
    const [few, many] = [await bytesWith(1), await bytesWith(1_000)];
    expect(Math.abs(many.received - few.received)).toBeLessThan(100);
    expect(Math.abs(many.sent - few.sent)).toBeLessThan(100);
  });
});
