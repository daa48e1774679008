import { expect, it, vi } from "vitest";
import {
  ana,
  create,
  executeWith,
  NOW_MS,
  submit,
  testContext,
  waitForOwner,
  worker,
} from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createTaskStore } from "./task-store.ts";
import type { StreamEntry } from "./tasks/event-log.ts";
import type { Page } from "./tasks/list-tasks.ts";

const { pool } = await testDatabase();
const AGENT = worker("agent-1");
const store = createTaskStore(pool, async () => undefined);

/** Tasks with equal times in pairs, so that the id must decide. */
async function fill(org: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `cs-${String(index).padStart(3, "0")}`);
  for (const [index, name] of names.entries()) {
    const at = NOW_MS + Math.floor(index / 2);
    await executeWith(store, org, name, name, create(name), testContext(ana, at));
  }
  return names;
}

async function allPages<Item>(
  read: (after: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await read(after);
    items.push(...page.items);
    if (page.next === null || page.items.length === 0) return items;
    after = page.next;
  }
}

it.each(["newest", "oldest"] as const)(
  "lists every task once over pages, %s first",
  async (order) => {
    const org = `list-${order}`;
    const names = await fill(org, 23);

    const seen = await allPages((after) =>
      store.list(org, { order, limit: 5, ...(after === undefined ? {} : { after }) }),
    );

    expect(seen.map(({ task }) => task)).toEqual(order === "oldest" ? names : names.toReversed());
  },
);

it.each(["risk", "smallest"] as const)(
  "lists every task once over pages, ordered by %s and then by age",
  async (order) => {
    const org = `list-${order}`;
    const names = await fill(org, 7);
    await waitForOwner(store, org, "cs-zz");

    const seen = await allPages((after) =>
      store.list(org, { order, limit: 3, ...(after === undefined ? {} : { after }) }),
    );

    const [gated, rest] = ["cs-zz", names];
    expect(seen.map(({ task }) => task)).toEqual(
      order === "risk" ? [gated, ...rest] : [...rest, gated],
    );
  },
);

it("filters by state, turn, priority and repository", async () => {
  await fill("filter", 3);
  await waitForOwner(store, "filter", "cs-owner");
  const names = async (query: Parameters<typeof store.list>[1]) =>
    (await store.list("filter", query)).items.map(({ task }) => task);

  expect(await names({ states: ["reviewing"] })).toEqual(["cs-owner"]);
  expect(await names({ turnWho: "ana", turnHolder: "person" })).toEqual(["cs-owner"]);
  expect(await names({ states: ["open"], priority: "P1", repo: "shop" })).toHaveLength(3);
  expect(await names({ priority: "P0" })).toEqual([]);
  expect(await names({ states: [] })).toEqual([]);
  expect((await store.list("filter", { states: ["reviewing"] })).items[0]).toMatchObject({
    gate: "pass",
    turnHolder: "person",
    updatedMs: NOW_MS,
  });
});

it.each(["x", "", "W10", Buffer.from('[1,"../etc"]').toString("base64url")])(
  "refuses the cursor %j",
  async (after) => {
    await expect(store.list("cursor", { after })).rejects.toThrow("cursor is not valid");
    await expect(store.stream("cursor", { after })).rejects.toThrow("cursor is not valid");
  },
);

it.each([0, -1, 1.5, 1_001])("refuses a page of %d rows", async (limit) => {
  await expect(store.list("cursor", { limit })).rejects.toThrow("between 1 and 1000");
});

/** Transactions of other tests on the same server may hold the stream back for a moment. */
async function streamOf(org: string, count: number, limit = 500): Promise<StreamEntry[]> {
  return vi.waitFor(
    async () => {
      const seen = await allPages((after) =>
        store.stream(org, { limit, ...(after === undefined ? {} : { after }) }),
      );
      expect(seen).toHaveLength(count);
      return seen;
    },
    { timeout: 60_000 },
  );
}

it("streams every event of an organisation once, each task's in order", async () => {
  await fill("stream", 4);
  const { seq } = await waitForOwner(store, "stream", "cs-more");
  await fill("elsewhere", 2);

  const seen = await streamOf("stream", 4 + seq, 3);

  const ofOne = seen.filter(({ task }) => task === "cs-more");
  expect(ofOne.map((entry) => entry.seq)).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
  expect(ofOne[0]).toMatchObject({ atMs: NOW_MS, by: "ana", event: { type: "created" } });
});

it("says where to go on when nothing has happened", async () => {
  await fill("quiet", 1);
  const [only] = await streamOf("quiet", 1);
  const next = only?.cursor ?? "";

  expect(await store.stream("quiet", { after: next })).toEqual({ items: [], next });
  expect(await store.stream("empty")).toEqual({ items: [], next: null });
});

it("tells from now on what happens then, also what had begun before", async () => {
  await fill("now", 3);
  await executeWith(store, "now", "cs-slow", "k0", create("cs-slow"), testContext(ana));
  await streamOf("now", 4);
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: inside, resolve: isInside } = Promise.withResolvers<void>();
  const slow = createTaskStore(pool, async () => {
    isInside();
    await late;
  });
  const slowly = executeWith(slow, "now", "cs-slow", "k1", submit(), testContext(AGENT));
  await inside;

  const { items, next } = await store.stream("now", { after: "now" });
  const after = next ?? "";
  expect(items).toEqual([]);
  expect(await store.stream("now", { after })).toEqual({ items: [], next: after });
  await executeWith(store, "now", "cs-fast", "k2", create("cs-fast"), testContext(ana));
  letGo();
  await slowly;

  await vi.waitFor(
    async () => {
      const told = await store.stream("now", { after });
      expect(told.items.map(({ task }) => task)).toEqual(["cs-slow", "cs-fast"]);
    },
    { timeout: 60_000 },
  );
});

it("does not lose an event whose transaction commits after a later one", async () => {
  await executeWith(store, "order", "cs-slow", "k0", create("cs-slow"), testContext(ana));
  const [created] = await streamOf("order", 1);
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: inside, resolve: isInside } = Promise.withResolvers<void>();
  const slow = createTaskStore(pool, async () => {
    isInside();
    await late;
  });
  const slowly = executeWith(slow, "order", "cs-slow", "k1", submit(), testContext(AGENT));
  await inside;
  await executeWith(store, "order", "cs-fast", "k2", create("cs-fast"), testContext(ana));

  const before = await store.stream("order", { after: created?.cursor ?? "" });
  letGo();
  await slowly;
  const after = await streamOf("order", 3);

  expect(before.items).toEqual([]);
  expect(after.map(({ task }) => task)).toEqual(["cs-slow", "cs-slow", "cs-fast"]);
});
