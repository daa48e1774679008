import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { replayTasks } from "../audit/replay-tasks.ts";
import { transact } from "../platform/transact.ts";
import { hashSeal } from "../ports/seal-body.ts";
import { merkleRoot } from "../seal/merkle-root.ts";
import { tamper } from "../testing/tamper.ts";
import { ana, executeWith, testContext } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { archiveMonth } from "./archive-month.ts";
import { pastMonth } from "./testing/past-month.ts";
import { MONTH } from "./testing/past-month-name.ts";

const ORG = "acme";
const PARTITION = "countersign.events_2026_03";

/** An organisation in a database of its own, because a month belongs to all organisations of one. */
async function world() {
  const database = await testDatabase();
  return { database, ...(await pastMonth(database, ORG)) };
}

type World = Awaited<ReturnType<typeof world>>;

async function rowsOf({ database: { owner } }: World): Promise<object[]> {
  const { rows } = await owner.query(
    `SELECT to_jsonb(e) AS row FROM countersign.events e
      WHERE task_id LIKE 'cs-past%' ORDER BY task_id, seq`,
  );
  return rows;
}

describe("archiving a month", () => {
  it("moves its log to a file and back, unchanged, with who did it in the log and the seals", async () => {
    const here = await world();
    const before = await rowsOf(here);

    const { tasks, entries, sha256 } = await here.archive();

    expect({ tasks, entries }).toEqual({ tasks: 2, entries: before.length });
    expect(await rowsOf(here)).toEqual([]);
    expect((await here.seals()).at(-1)?.seal.body.says).toMatchObject({
      type: "archive",
      by: "ana",
      month: MONTH,
      sha256,
    });
    expect(await here.verifyAll()).toMatchObject({ archived: 2, problems: [] });

    await here.restore();

    expect(await rowsOf(here)).toEqual(before);
    expect((await here.seals()).at(-1)?.seal.body.says).toEqual({
      type: "restore",
      by: "ana",
      month: MONTH,
    });
    expect(await here.store.verify(ORG, "cs-past-1")).toBeNull();
    expect(await here.verifyAll()).toMatchObject({ archived: 0, problems: [] });
    await expect(here.restore()).rejects.toThrow("is not archived");
    const { rows } = await here.database.owner.query(
      `SELECT body ->> 'type' AS type, actor FROM countersign.events
        WHERE task_id = '@organisation' ORDER BY seq DESC LIMIT 2`,
    );
    expect(rows).toEqual([
      { type: "month_restored", actor: "ana" },
      { type: "month_archived", actor: "ana" },
    ]);
  });

  it("refuses the current month, a month without a log and one with an open or unsealed task", async () => {
    const here = await world();
    const now = new Date().toISOString().slice(0, 7);
    await expect(archiveMonth(here.deps, now, here.file)).rejects.toThrow("not over yet");
    await expect(archiveMonth(here.deps, "2026-02", here.file)).rejects.toThrow(
      "no log of 2026-02",
    );
    await here.add("cs-past-3");
    await expect(here.archive()).rejects.toThrow("1 unfinished tasks, such as cs-past-3");
    await here.reject("cs-past-3");
    await expect(here.archive()).rejects.toThrow("cs-past-3 is not sealed");
    await here.seal("cs-past-3");
    expect(await here.archive()).toMatchObject({ tasks: 3 });
  });

  it("refuses a month in which another organisation has entries that the file lacks", async () => {
    const database = await testDatabase();
    const here = await pastMonth(database, ORG);
    const other = await pastMonth(database, "other");
    await expect(here.archive()).rejects.toThrow("holds 16 entries, but the file 8");
    expect(await other.store.verify("other", "cs-past-1")).toBeNull();
    expect(await here.store.verify(ORG, "cs-past-1")).toBeNull();
  });

  it("does not lose a row that is changed before it is archived", async () => {
    const here = await world();
    await tamper(
      here.database.owner,
      "UPDATE countersign.events SET actor = 'eve' WHERE task_id = 'cs-past-1' AND seq = 1",
    );
    await expect(here.archive()).rejects.toThrow("entry 1 of cs-past-1 was changed");
    expect(await rowsOf(here)).toHaveLength(8);
  });
});

describe("while a month is archived", () => {
  it("answers from the projection, and names the month where the log is needed", async () => {
    const here = await world();
    await here.archive();
    const { store } = here;
    expect((await store.load(ORG, "cs-past-1"))?.phase.is).toBe("rejected");
    expect((await store.list(ORG)).items).toHaveLength(3);
    const archived = "The log of cs-past-1 is archived with 2026-03";
    await expect(store.log(ORG, "cs-past-1")).rejects.toThrow(archived);
    await expect(store.verify(ORG, "cs-past-1")).rejects.toThrow(archived);
    const late = executeWith(store, ORG, "cs-past-1", "late", { type: "claim" }, testContext(ana));
    await expect(late).rejects.toMatchObject({ code: "wrong_state", message: archived });
    const { items } = await transact(here.deps.pool, ORG, (session) => replayTasks(session, {}));
    expect(items.map(({ task, archived: month }) => [task, month])).toEqual([
      ["cs-now", null],
      ["cs-past-1", MONTH],
      ["cs-past-2", MONTH],
    ]);
    expect(await store.verify(ORG, "cs-now")).toBeNull();
  });
});

describe("restoring a month", () => {
  it("refuses a file with a changed, missing or added byte or row, and another database's", async () => {
    const here = await world();
    await here.archive();
    const bytes = await readFile(here.file);
    const lines = gunzipSync(bytes).toString().split("\n");
    const file = join(here.folder, "other.jsonl.gz");
    const broken: Record<string, Buffer> = {
      "a changed byte": Buffer.from(bytes.map((byte, at) => (at === 200 ? byte ^ 1 : byte))),
      "a missing byte": bytes.subarray(0, -1),
      "a missing row": gzipSync(lines.toSpliced(2, 1).join("\n")),
      "an added row": gzipSync(lines.toSpliced(2, 0, lines[2] ?? "").join("\n")),
      "an added byte": Buffer.concat([bytes, Buffer.from([0])]),
      "a changed actor": gzipSync(lines.join("\n").replace('"actor": "ana"', '"actor": "eve"')),
      "no row": gzipSync(`${lines[0]}\n`),
      nothing: Buffer.alloc(0),
    };
    for (const [what, content] of Object.entries(broken)) {
      await writeFile(file, content);
      await expect(here.restore(file), what).rejects.toThrow("The archive cannot be used");
    }
    const other = await world();
    await other.archive();
    await copyFile(other.file, file);
    await expect(here.restore(file)).rejects.toThrow("not the file that was archived");
    expect(await rowsOf(here)).toEqual([]);
    await here.restore();
    expect(await rowsOf(here)).toHaveLength(8);
  });
});

describe("a deleted month that is said to be archived", () => {
  /** Adds a seal that makes the claim, without the key that could sign it. */
  async function forge({ seals, database }: World): Promise<void> {
    const last = (await seals()).at(-1)?.seal;
    if (last === undefined) throw new Error("There is no seal");
    const zeros = "0".repeat(64);
    const says = {
      ...{ type: "archive" as const, by: "ana", month: MONTH, sha256: zeros, root: zeros },
      ...{ tasks: 2, entries: 8 },
    };
    const number = last.body.number + 1;
    const body = {
      ...last.body,
      number,
      previous: last.hash,
      leaves: 0,
      root: merkleRoot([]),
      says,
    };
    await database.owner.query(
      `INSERT INTO countersign.seals (org_id, number, at, body, hash, signature)
       VALUES ($1, $2, now(), $3, $4, $5)`,
      [ORG, number, JSON.stringify(body), hashSeal(body), last.signature],
    );
  }

  it("is reported, if no seal says it or a forged one does", async () => {
    const here = await world();
    await tamper(
      here.database.owner,
      `DELETE FROM countersign.events WHERE opened = '${MONTH}-01'`,
    );
    const kinds = async () => (await here.verifyAll()).problems.map(({ kind }) => kind);
    expect(await kinds()).toContain("entries_missing");
    await expect(here.store.verify(ORG, "cs-past-1")).resolves.not.toBeNull();

    await forge(here);
    expect(await kinds()).toEqual(expect.arrayContaining(["seal_signature", "other_archive"]));
  });

  it("is reported, if a task of another month is passed off as one of an archived month", async () => {
    const here = await world();
    await here.archive();
    await tamper(here.database.owner, "DELETE FROM countersign.events WHERE task_id = 'cs-now'");
    await tamper(
      here.database.owner,
      `UPDATE countersign.tasks SET opened = '${MONTH}-01' WHERE task_id = 'cs-now'`,
    );
    const { problems } = await here.verifyAll();
    expect(problems.map(({ kind }) => kind)).toContain("other_archive");
  });

  it("is reported, if it was archived before and restored since", async () => {
    const here = await world();
    await here.archive();
    await here.restore();
    await here.database.owner.query(`DROP TABLE ${PARTITION}`);
    const { problems, archived } = await here.verifyAll();
    expect({ archived, kinds: new Set(problems.map(({ kind }) => kind)) }).toEqual({
      archived: 0,
      kinds: new Set(["entries_missing"]),
    });
  });
});
