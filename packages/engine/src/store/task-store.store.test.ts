import { CountersignError, fold } from "@countersign/core";
import { describe, expect, it } from "vitest";
import {
  ana,
  approve,
  create,
  executeWith,
  submit,
  testContext,
  waitForOwner,
  worker,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import type { EffectBatch } from "./execute.ts";
import { ENGINE_KEYS } from "./names/engine-keys.ts";
import type { CommandKey } from "./names/speaker.ts";
import { createTaskStore } from "./task-store.ts";

const { pool, owner } = await testDatabase();
const nothing = async (): Promise<void> => undefined;
const store = createTaskStore(pool, nothing);

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "ok",
    (error) => {
      if (error instanceof CountersignError) return error.code;
      throw error;
    },
  );
}

async function counts(org: string): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    `SELECT (SELECT count(*)::int FROM countersign.events WHERE org_id = $1) AS events,
            (SELECT count(*)::int FROM countersign.tasks WHERE org_id = $1) AS tasks,
            (SELECT count(*)::int FROM countersign.commands WHERE org_id = $1) AS commands`,
    [org],
  );
  return rows[0];
}

describe("execute", () => {
  it("creates a task, answers what it did, and stores what the log tells", async () => {
    const answer = await executeWith(
      store,
      "create",
      "cs-a",
      "k1",
      create("cs-a"),
      testContext(ana),
    );

    expect(answer).toEqual({
      task: "cs-a",
      seq: 1,
      state: "open",
      round: null,
      turn: { holder: "agent", who: null },
      events: ["created"],
    });
    expect(await store.load("create", "cs-a")).toEqual(fold(await store.log("create", "cs-a")));
  });

  it("takes a task from its creation to an approval by its owner", async () => {
    await waitForOwner(store, "whole", "cs-a");
    const answer = await executeWith(
      store,
      "whole",
      "cs-a",
      "yes",
      approve("vrd_1"),
      testContext(ana),
    );

    expect(answer.state).toBe("approved");
    expect(answer.events).toContain("approved");
    expect(await store.load("whole", "cs-a")).toEqual(fold(await store.log("whole", "cs-a")));
    expect(await store.verify("whole", "cs-a")).toBeNull();
  });

  it("gives a retry with the same key and body the stored answer and does nothing else", async () => {
    const seen: EffectBatch[] = [];
    const counted = createTaskStore(pool, async (_session, batches) => {
      seen.push(...batches);
    });
    const say = () =>
      executeWith(counted, "retry", "cs-a", "k2", submit(), testContext(worker("claude")));
    await executeWith(counted, "retry", "cs-a", "k1", create("cs-a"), testContext(ana));
    const first = await say();
    const before = await counts("retry");

    expect(await say()).toEqual(first);
    expect(await counts("retry")).toEqual(before);
    expect(seen).toMatchObject([
      { org: "retry", task: { id: "cs-a", seq: 2 }, effects: [{ do: "read_content" }] },
    ]);
  });

  it.each([
    { what: "another body", task: "cs-a", command: create("cs-a", "Other"), actor: ana },
    { what: "another task", task: "cs-b", command: create("cs-b"), actor: ana },
  ])("refuses a key that was used with $what", async ({ task, command, actor }) => {
    const org = `reused-${task}-${actor.id}`;
    await executeWith(store, org, "cs-a", "k1", create("cs-a"), testContext(ana));

    expect(await codeOf(executeWith(store, org, task, "k1", command, testContext(actor)))).toBe(
      "reused_key",
    );
  });

  it("gives every client and the engine keys of their own", async () => {
    const say = (task: string, key: CommandKey, actor = ana) =>
      executeWith(store, "speakers", task, key, create(task), testContext(actor));
    const engineKey = ENGINE_KEYS.job("k", "closed");
    await say("cs-a", "k:due");
    await say("cs-b", "k:due", worker("agent-1"));
    await say("cs-c", engineKey);

    expect(await say("cs-c", engineKey)).toMatchObject({ task: "cs-c" });
    expect(await store.answerTo("speakers", engineKey)).toMatchObject({ task: "cs-c" });
    const { rows } = await owner.query(
      "SELECT speaker FROM countersign.commands WHERE org_id = 'speakers' ORDER BY 1",
    );
    expect(rows.map(({ speaker }) => speaker)).toEqual([
      "client:agent:agent-1",
      "client:human:ana",
      "engine",
    ]);
  });

  it("lets another organisation use the same key and the same task id", async () => {
    await executeWith(store, "org-a", "cs-a", "k1", create("cs-a", "A"), testContext(ana));
    await executeWith(store, "org-b", "cs-a", "k1", create("cs-a", "B"), testContext(ana));

    expect((await store.load("org-a", "cs-a"))?.title).toBe("A");
    expect((await store.load("org-b", "cs-a"))?.title).toBe("B");
  });

  it("leaves no trace of a refusal, so that the same key may succeed later", async () => {
    await executeWith(store, "later", "cs-a", "k1", create("cs-a"), testContext(ana));
    const before = await counts("later");

    const early = executeWith(store, "later", "cs-a", "k2", approve("vrd_1"), testContext(ana));

    expect(await codeOf(early)).toBe("stale_round");
    expect(await counts("later")).toEqual(before);
    const other = await executeWith(
      store,
      "later",
      "cs-a",
      "k2",
      submit(),
      testContext(worker("a1")),
    );
    expect(other.state).toBe("reviewing");
  });

  it("undoes everything when the effects cannot be handed over", async () => {
    const failing = createTaskStore(pool, async () => {
      throw new Error("the queue is full");
    });
    await executeWith(store, "rollback", "cs-a", "k1", create("cs-a"), testContext(ana));
    const say = (with_: typeof store) =>
      executeWith(with_, "rollback", "cs-a", "k2", submit(), testContext(worker("claude")));

    await expect(say(failing)).rejects.toThrow("the queue is full");
    expect(await counts("rollback")).toEqual({ events: 1, tasks: 1, commands: 1 });
    expect((await say(store)).state).toBe("reviewing");
  });

  it("says that the database is gone when the connection breaks, and a retry acts once", async () => {
    let breaks = 1;
    const breaking = createTaskStore(pool, async ({ client }) => {
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      if (breaks-- > 0) await owner.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
      await client.query("SELECT 1");
    });
    await executeWith(store, "broken", "cs-a", "k1", create("cs-a"), testContext(ana));
    const say = () =>
      executeWith(breaking, "broken", "cs-a", "k2", submit(), testContext(worker("claude")));

    expect(await codeOf(say())).toBe("unreachable");
    expect(await counts("broken")).toEqual({ events: 1, tasks: 1, commands: 1 });
    expect((await say()).state).toBe("reviewing");
    expect(await counts("broken")).toEqual({ events: 2, tasks: 1, commands: 2 });
  });

  it("hands effects over inside its own transaction", async () => {
    const seen: unknown[] = [];
    const looking = createTaskStore(pool, async ({ client }) => {
      const { rows } = await client.query("SELECT count(*)::int AS tasks FROM countersign.tasks");
      seen.push(rows[0]);
    });

    await executeWith(looking, "inside", "cs-a", "k1", create("cs-a"), testContext(ana));
    await executeWith(looking, "inside", "cs-a", "k2", submit(), testContext(worker("claude")));

    expect(seen).toEqual([{ tasks: 1 }]);
  });

  it.each([
    { why: "there is no such task", task: "cs-x", command: submit(), code: "not_found" },
    {
      why: "the id is not the task's",
      task: "cs-x",
      command: create("cs-y"),
      code: "invalid_input",
    },
    { why: "it exists already", task: "cs-a", command: create("cs-a"), code: "wrong_state" },
    {
      why: "a text holds a NUL",
      task: "cs-z",
      command: create("cs-z", "a\0b"),
      code: "invalid_input",
    },
    {
      why: "a text holds half a character",
      task: "cs-z",
      command: create("cs-z", "a\ud83d"),
      code: "invalid_input",
    },
  ])("refuses a command when $why", async ({ task, command, code }) => {
    await executeWith(store, "refuse", "cs-a", "first", create("cs-a"), testContext(ana));

    expect(await codeOf(executeWith(store, "refuse", task, "k2", command, testContext(ana)))).toBe(
      code,
    );
  });

  it("keeps a text that only looks like an escaped NUL", async () => {
    const title = "a literal \\u0000 and a 😀";
    await executeWith(store, "literal", "cs-a", "k1", create("cs-a", title), testContext(ana));

    expect((await store.load("literal", "cs-a"))?.title).toBe(title);
    expect(await store.verify("literal", "cs-a")).toBeNull();
  });

  it.each(["", "a b", "é", "x".repeat(201)])("refuses the key %j", async (key) => {
    const attempt = executeWith(store, "keys", "cs-a", key, create("cs-a"), testContext(ana));

    expect(await codeOf(attempt)).toBe("invalid_input");
  });

  it.each(["", "A", "a/b", "-a", "a'; --"])("refuses the organisation %j", async (org) => {
    expect(await codeOf(store.load(org, "cs-a"))).toBe("invalid_input");
  });
});
