import { describe, expect, it } from "vitest";
import { transact } from "../platform/transact.ts";
import { storePolicy } from "../policy/policy-source.ts";
import { rotateKey } from "../seal/rotate-key.ts";
import { sealedOrg } from "../seal/testing/sealed-org.ts";
import { tamper } from "../testing/tamper.ts";
import { ana, approve, executeWith, testContext, waitForOwner } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createVerifier } from "./create-verifier.ts";
import { type ExportedRecord, exportRecords, type RecordQuery } from "./export-records.ts";
import { type AuditEntry, type EntryQuery, listEntries } from "./list-entries.ts";
import { replayTasks } from "./replay-tasks.ts";

const database = await testDatabase();
const { pool, owner } = database;

async function exported(
  org: string,
  publicKey: string,
  query: RecordQuery,
): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  let after: string | undefined;
  for (;;) {
    const more = after === undefined ? query : { limit: query.limit, after };
    const page = await transact(pool, org, (session) => exportRecords(session, publicKey, more));
    records.push(...page.items);
    if (page.next === null) return records;
    after = page.next;
  }
}

function verify(records: readonly ExportedRecord[], publicKey: string) {
  const verifier = createVerifier({ publicKey });
  for (const record of records) verifier.readLine(JSON.stringify(record));
  return verifier.finish();
}

/** Three tasks, sealed as they went on. */
async function openOrg(org: string) {
  const opened = sealedOrg(database, org);
  const { store, seal, parts } = opened;
  await transact(pool, org, (session) => storePolicy(session, testContext(ana).policy));
  for (const task of ["cs-a", "cs-b"]) await waitForOwner(store, org, task);
  await seal("cs-a", "cs-b");
  await executeWith(store, org, "cs-a", "yes", approve("vrd_1"), testContext(ana));
  await waitForOwner(store, org, "cs-c");
  await seal("cs-a", "cs-c");
  return { ...opened, publicKey: (await parts.signer.current()).publicKey };
}

describe("exportRecords", () => {
  it("tells everything that is sealed, on pages of any size, and it verifies", async () => {
    const { publicKey, store } = await openOrg("export");
    const whole = await exported("export", publicKey, {});
    const logs = await Promise.all(
      ["cs-a", "cs-b", "cs-c"].map((task) => store.log("export", task)),
    );

    const result = verify(whole, publicKey);
    expect(result).toMatchObject({ problems: [], seals: 2, tasks: 3, entries: logs.flat().length });
    expect(whole[0]).toMatchObject({ kind: "header", unsealed: 0, sinceMs: null });
    for (const limit of [1, 2, 3, 7, 1_000]) {
      const paged = await exported("export", publicKey, { limit });
      expect(paged.slice(1)).toEqual(whole.slice(1));
    }
  });

  it("says how much is not sealed yet, and leaves it out", async () => {
    const { publicKey, add } = await openOrg("tail");
    await add("cs-new");

    const records = await exported("tail", publicKey, {});

    expect(verify(records, publicKey)).toMatchObject({ problems: [], unsealed: 1, tasks: 3 });
  });

  it("begins with the first seal since a moment, and verifies from there on", async () => {
    const { publicKey, seals } = await openOrg("since");
    const [first, second] = await seals();
    const sinceMs = second?.seal.body.atMs ?? 0;
    expect(first?.seal.body.atMs).toBeLessThan(sinceMs);

    const records = await exported("since", publicKey, { sinceMs });

    expect(verify(records, publicKey)).toMatchObject({
      problems: [],
      seals: 1,
      first: 2,
      tasks: 2,
    });
    const none = await exported("since", publicKey, { sinceMs: sinceMs + 60_000 });
    expect(none.map(({ kind }) => kind)).toEqual(["header", "end"]);
  });

  it("verifies over a change of the key", async () => {
    const { publicKey, parts, add, seal } = await openOrg("rotated");
    const next = await rotateKey(parts, ["rotated"], { id: "root" });
    await add("cs-after");
    await seal("cs-after");

    const records = await exported("rotated", next, {});

    expect(verify(records, publicKey).problems).toEqual([]);
    expect(verify(records, next).problems).toEqual([]);
  });

  it.each([
    {
      what: "an entry was changed",
      change: "UPDATE countersign.events SET actor = 'eve'",
      where: "task_id = 'cs-a' AND seq = 2",
      found: { kind: "entry_changed", task: "cs-a", seq: 2 },
    },
    {
      what: "the end of a log was cut off",
      change: "DELETE FROM countersign.events",
      where: "task_id = 'cs-c' AND seq > 3",
      found: { kind: "entries_missing", task: "cs-c", seq: 4 },
    },
    {
      what: "a whole log is gone",
      change: "DELETE FROM countersign.events",
      where: "task_id = 'cs-b'",
      found: { kind: "entries_missing", task: "cs-b", seq: 1 },
    },
    {
      what: "a leaf is gone",
      change: "DELETE FROM countersign.seal_leaves",
      where: "task_id = 'cs-b'",
      found: { kind: "leaves_changed", seal: 1 },
    },
    {
      what: "a seal was changed",
      change: "UPDATE countersign.seals SET body = jsonb_set(body, '{atMs}', '7')",
      where: "number = 2",
      found: { kind: "seal_changed", seal: 2 },
    },
    {
      what: "a seal is no seal any more",
      change: "UPDATE countersign.seals SET body = '{}'",
      where: "number = 1",
      found: { kind: "unreadable" },
    },
    {
      what: "a seal is gone",
      change: "DELETE FROM countersign.seals",
      where: "number = 1",
      found: { kind: "seal_previous", seal: 2 },
    },
  ])("shows it when $what", async ({ what, change, where, found }) => {
    const org = what.replaceAll(" ", "-");
    const { publicKey } = await openOrg(org);

    await tamper(owner, `${change} WHERE org_id = '${org}' AND ${where}`);

    const { problems } = verify(await exported(org, publicKey, {}), publicKey);
    expect(problems).toContainEqual(expect.objectContaining(found));
  });
});

describe("listEntries", () => {
  it("tells who did what, newest first, and which seal covers it", async () => {
    const { add } = await openOrg("list");
    await add("cs-new");
    const list = (query: EntryQuery) =>
      transact(pool, "list", (session) => listEntries(session, query));

    const { items } = await list({ limit: 500 });
    expect(items[0]).toMatchObject({ task: "cs-new", by: "ana", what: "created", seal: null });
    expect(items.find(({ task, seq }) => task === "cs-a" && seq === 1)).toMatchObject({ seal: 1 });
    expect(items.find(({ what }) => what === "approved")).toMatchObject({ task: "cs-a", seal: 2 });
    expect(items[0]?.detail).toMatch(/^opened: /);
    expect(items.find(({ what }) => what === "decided")?.detail).toMatch(/^decided: .*, gate /);

    const pages: AuditEntry[] = [];
    let after: string | null | undefined;
    while (after !== null) {
      const page = await list({ limit: 4, ...(after && { after }) });
      pages.push(...page.items);
      after = page.next;
    }
    expect(pages).toEqual(items);
    expect((await list({ task: "cs-b" })).items.every(({ task }) => task === "cs-b")).toBe(true);
    expect((await list({ sinceMs: Date.now() * 2 })).items).toEqual([]);
  });
});

describe("replayTasks", () => {
  const replayed = (org: string, task?: string) =>
    transact(pool, org, (session) => replayTasks(session, { task, limit: 2 }));

  it("makes every decision again, byte for byte, with the policies that were kept [R-009] [R-018]", async () => {
    await openOrg("replay");
    const { items, next } = await replayed("replay");

    expect(items).toMatchObject([
      { task: "cs-a", differences: [] },
      { task: "cs-b", differences: [] },
    ]);
    expect(items[0]?.decisions).toBeGreaterThan(1);
    expect(next).toBe("cs-b");
    const rest = await transact(pool, "replay", (session) =>
      replayTasks(session, { after: "cs-b", limit: 2 }),
    );
    expect(rest).toMatchObject({ items: [{ task: "cs-c" }], next: null });
  });

  it.each([
    {
      result: "different",
      change: `UPDATE countersign.events SET body = jsonb_set(body, '{decision,effect}', '"reject"')
                WHERE body ->> 'type' = 'decided'`,
    },
    { result: "unknown_policy", change: "DELETE FROM countersign.policies WHERE true" },
    {
      result: "state",
      change: `UPDATE countersign.tasks SET body = jsonb_set(body, '{title}', '"other"') WHERE true`,
    },
    { result: "unreadable", change: "DELETE FROM countersign.events WHERE seq = 2" },
  ])("says where the log and what is stored differ: $result", async ({ result, change }) => {
    const org = `replay-${result.replace("_", "-")}`;
    await openOrg(org);

    await tamper(owner, `${change} AND org_id = '${org}'`);

    const { items } = await replayed(org, "cs-a");
    expect(items[0]?.differences.map((difference) => difference.result)).toContain(result);
  });
});
