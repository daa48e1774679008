import { describe, expect, it } from "vitest";
import { transact } from "../../platform/transact.ts";
import { ana, create, executeWith, testContext } from "../../testing/task-commands.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { createTaskStore } from "../task-store.ts";
import { readFeedbackDraft, saveFeedbackDraft } from "./feedback-drafts.ts";
import { forgetReading } from "./forget-reading.ts";
import { changeReadMarks, listReadMarks, type MarkChange } from "./read-line-marks.ts";

const { pool, owner } = await testDatabase();
const ANA = { person: "ana", taskId: "cs-1" };
const BEN = { person: "ben", taskId: "cs-1" };

const mark = (name: string): string => name.padEnd(16, "_");

function save(org: string, draft: object | null, version: number | null = null) {
  return transact(pool, org, (session) => saveFeedbackDraft(session, ANA, draft, version));
}

function change(org: string, wanted: Partial<MarkChange>, whose = ANA) {
  return transact(pool, org, (session) =>
    changeReadMarks(session, whose, { read: [], unread: [], ...wanted }),
  );
}

async function marks(org: string, whose = ANA): Promise<Record<string, string[]>> {
  const found = await transact(pool, org, (session) => listReadMarks(session, whose));
  return Object.fromEntries(found.map(({ path, lines }) => [path, lines.toSorted()]));
}

describe("a draft", () => {
  it("belongs to one person, counts its versions and can be discarded", async () => {
    const read = (whose: typeof ANA) =>
      transact(pool, "drafts", (session) => readFeedbackDraft(session, whose));
    expect(await read(ANA)).toEqual({ draft: null, version: 0, updatedMs: null });

    expect(await save("drafts", { feedback: "one" }, 0)).toMatchObject({ version: 1 });
    expect(await save("drafts", { feedback: "two" }, 1)).toMatchObject({ version: 2 });
    expect(await read(ANA)).toMatchObject({ draft: { feedback: "two" }, version: 2 });
    expect(await read(BEN)).toMatchObject({ draft: null, version: 0 });

    expect(await save("drafts", null)).toMatchObject({ draft: null, version: 3 });
    expect(await read(ANA)).toMatchObject({ draft: null, version: 3 });
  });

  it("is not replaced by a client that did not see its last version", async () => {
    await save("stale", { feedback: "one" });
    await save("stale", { feedback: "two" });
    for (const version of [0, 1, 3])
      await expect(save("stale", { feedback: "three" }, version)).rejects.toMatchObject({
        code: "stale_content",
      });
    await expect(save("new", { feedback: "one" }, 4)).rejects.toMatchObject({
      code: "stale_content",
    });
  });

  it("has a maximum size", async () => {
    const large = { feedback: "x".repeat(400_000) };
    await expect(save("large", large)).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("read marks", () => {
  it("of two clients are joined, and unread lines are removed alone", async () => {
    const [a, b, c] = [mark("a"), mark("b"), mark("c")];
    await change("marks", { read: [{ path: "x.ts", lines: [a, b] }] });
    await change("marks", {
      read: [
        { path: "x.ts", lines: [b, c] },
        { path: "y.ts", lines: [] },
        { path: "x.ts", lines: [a] },
      ],
    });
    expect(await marks("marks")).toEqual({ "x.ts": [a, b, c], "y.ts": [] });
    expect(await marks("marks", BEN)).toEqual({});

    await change("marks", { unread: [{ path: "x.ts", lines: [b, mark("z")] }] });
    expect(await marks("marks")).toEqual({ "x.ts": [a, c], "y.ts": [] });

    await change("marks", {
      unread: [{ path: "x.ts", lines: null }],
      read: [{ path: "x.ts", lines: [b] }],
    });
    expect(await marks("marks")).toEqual({ "x.ts": [b], "y.ts": [] });
  });

  it("of two people at once are both kept", async () => {
    const all = Array.from({ length: 20 }, (_, index) => mark(`m${index}`));
    await Promise.all(
      all.flatMap((line) => [
        change("race", { read: [{ path: "x.ts", lines: [line] }] }),
        change("race", { read: [{ path: "x.ts", lines: [line] }] }, BEN),
      ]),
    );
    expect(await marks("race")).toEqual({ "x.ts": all.toSorted() });
    expect(await marks("race", BEN)).toEqual({ "x.ts": all.toSorted() });
  });

  it("have a maximum number, and refuse what exceeds it whole", async () => {
    const lines = (from: number) =>
      Array.from({ length: 50_000 }, (_, index) => mark(`n${from + index}`));
    await change("many", { read: [{ path: "a", lines: lines(0) }] });
    await change("many", { read: [{ path: "b", lines: lines(50_000) }] });
    const one = { read: [{ path: "c", lines: [mark("one")] }] };
    await expect(change("many", one)).rejects.toMatchObject({ code: "too_large" });
    expect(Object.keys(await marks("many"))).toEqual(["a", "b"]);
  });
});

it("forgets drafts and marks of tasks that ended long ago, and no others", async () => {
  const store = createTaskStore(pool, async () => undefined);
  for (const id of ["cs-1", "cs-2"])
    await executeWith(store, "old", id, id, create(id), testContext(ana));
  const second = { ...ANA, taskId: "cs-2" };
  for (const whose of [ANA, second])
    await change("old", { read: [{ path: "x", lines: [mark("a")] }] }, whose);
  await save("old", { feedback: "one" });
  await owner.query(
    `UPDATE countersign.tasks SET state = 'done', updated = now() - interval '8 days'
      WHERE org_id = 'old' AND task_id = 'cs-1'`,
  );

  await transact(pool, "old", (session) => forgetReading(session, 7));

  expect(await marks("old")).toEqual({});
  expect(await marks("old", second)).toEqual({ x: [mark("a")] });
  const left = await transact(pool, "old", (session) => readFeedbackDraft(session, ANA));
  expect(left.version).toBe(0);
});
