import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";
import { transact } from "../platform/transact.ts";
import { ana, create, executeWith, testContext, worker } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { monthAt } from "./log-months.ts";
import { prepareMonths } from "./prepare-months.ts";
import { createTaskStore } from "./task-store.ts";

const { pool, owner } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const ORG = "acme";
const THIS = monthAt(Date.now());

/** The partition of each entry of a task. */
async function partitionsOf(task: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT tableoid::regclass::text AS name FROM countersign.events WHERE task_id = $1 ORDER BY seq",
    [task],
  );
  return rows.map(({ name }) => name.replace("countersign.", ""));
}

async function partitions(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'countersign.events'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

const partition = (month: string) => `events_${month.slice(0, 7).replace("-", "_")}`;

function monthAfter(month: string, count: number): string {
  const at = new Date(month);
  return monthAt(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1));
}

const at = (nowMs: number) => ({ ...testContext(ana), nowMs });

describe("the log by month", () => {
  it("has a partition for this month and the next one from the start", async () => {
    expect(await partitions()).toEqual(
      ["events_before", "events_default", partition(THIS), partition(monthAfter(THIS, 1))].sort(),
    );
  });

  it("keeps the whole log of a task in the month in which it was opened", async () => {
    const nextMs = Date.parse(monthAfter(THIS, 1));
    await executeWith(store, ORG, "cs-long", "k1", create("cs-long"), at(nextMs - 1));
    const claim = { ...testContext(worker("agent-1")), nowMs: nextMs };
    await executeWith(store, ORG, "cs-long", "k2", { type: "claim" }, claim);

    const found = await partitionsOf("cs-long");
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found)).toEqual(new Set([partition(THIS)]));
    expect(await store.verify(ORG, "cs-long")).toBeNull();
  });

  it("finds the log of an older month from a process that never saw the task", async () => {
    const month = monthAfter(THIS, -14);
    await executeWith(store, ORG, "cs-old", "old", create("cs-old"), at(Date.parse(month)));
    const other = createTaskStore(pool, async () => undefined);
    const claim = testContext(worker("agent-1"));
    await executeWith(other, ORG, "cs-old", "claim", { type: "claim" }, claim);

    expect((await other.log(ORG, "cs-old")).length).toBeGreaterThan(1);
    expect(await other.verify(ORG, "cs-old")).toBeNull();
    const again = executeWith(other, ORG, "cs-old", "again", create("cs-old"), testContext(ana));
    await expect(again).rejects.toThrow("already exists");
  });

  it("reports an entry of a task in a month to which it does not belong", async () => {
    await executeWith(store, ORG, "cs-two", "two", create("cs-two"), at(Date.now()));
    await transact(pool, ORG, ({ client }) =>
      client.query(
        `INSERT INTO countersign.events (org_id, task_id, seq, at, actor, body, prev_hash, hash)
         VALUES ($1, 'cs-two', 1, now(), 'eve', '{}', '', '')`,
        [ORG],
      ),
    );

    expect(await store.verify(ORG, "cs-two")).not.toBeNull();
  });

  it("refuses to change the month of a task", async () => {
    const change = transact(pool, ORG, ({ client }) =>
      client.query("UPDATE countersign.tasks SET opened = '2001-01-01'"),
    );
    await expect(change).rejects.toThrow("append-only");
    await expect(owner.query("UPDATE countersign.tasks SET opened = '2001-01-01'")).rejects.toThrow(
      "append-only",
    );
  });

  it("gives an entry the next position, whatever the writer passes", async () => {
    const written = await transact(pool, ORG, async ({ client }) => {
      const { rows } = await client.query<{ position: string }>(
        `INSERT INTO countersign.events
           (org_id, task_id, seq, at, actor, body, prev_hash, hash, position)
         SELECT $1, 'cs-p', n, now(), 'eve', '{}', '', '', 1 FROM generate_series(1, 2) n
         RETURNING position`,
        [ORG],
      );
      return rows.map(({ position }) => Number(position));
    });
    expect(written[0]).toBeGreaterThan(1);
    expect(written[1]).toBe((written[0] ?? 0) + 1);
  });
});

describe("partitions", () => {
  it.each(["SELECT FROM", "DELETE FROM", "TRUNCATE", "DROP TABLE"])(
    "cannot be reached by the application: %s",
    async (statement) => {
      for (const name of await partitions()) {
        const attempt = transact(pool, ORG, ({ client }) =>
          client.query(`${statement} countersign.${name}`),
        );
        await expect(attempt).rejects.toMatchObject({ code: "42501" });
      }
    },
  );

  it.each([
    "UPDATE countersign.% SET actor = 'eve'",
    "DELETE FROM countersign.%",
    "TRUNCATE countersign.%",
  ])("are append-only for the superuser too: %s", async (statement) => {
    for (const name of [partition(THIS), "events_before", "events_default"]) {
      const month = name === "events_before" ? "1970-01-01" : monthAfter(THIS, 30);
      await owner.query(
        `INSERT INTO countersign.${name} (org_id, task_id, seq, at, actor, body, prev_hash, hash, opened)
         SELECT 'other', 'cs-' || gen_random_uuid(), 1, now(), 'eve', '{}', '', '', $1`,
        [name === partition(THIS) ? THIS : month],
      );
      await expect(owner.query(statement.replace("%", name))).rejects.toThrow("append-only");
    }
  });

  it("hide their rows from a role that has a right on a partition alone", async () => {
    const client = await owner.connect();
    try {
      await client.query("BEGIN");
      await client.query(`GRANT SELECT ON countersign.${partition(THIS)} TO countersign_app`);
      await client.query("SET LOCAL ROLE countersign_app");
      await client.query("SELECT set_config('countersign.org', $1, true)", [ORG]);
      const { rowCount } = await client.query(`SELECT FROM countersign.${partition(THIS)}`);
      expect(rowCount).toBe(0);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });
});

describe("prepareMonths", () => {
  it("gives the rows of the default partition partitions of their own, unchanged", async () => {
    const months = [monthAfter(THIS, 5), monthAfter(THIS, 6)];
    for (const [index, month] of months.entries()) {
      const task = `cs-later-${index}`;
      await executeWith(store, ORG, task, task, create(task), at(Date.parse(month)));
      expect(await partitionsOf(task)).toEqual(["events_default"]);
    }
    const rows = () =>
      owner
        .query("SELECT * FROM countersign.events ORDER BY xid, position")
        .then(({ rows }) => rows);
    const before = await rows();

    expect(await prepareMonths(pool)).toBeGreaterThanOrEqual(2);

    expect(await rows()).toEqual(before);
    for (const [index, month] of months.entries())
      expect(await partitionsOf(`cs-later-${index}`)).toEqual([partition(month)]);
    const { rowCount } = await owner.query("SELECT FROM countersign.events_default");
    expect(rowCount).toBe(0);
    expect(await prepareMonths(pool)).toBe(0);
    const claim = testContext(worker("agent-1"));
    await executeWith(store, ORG, "cs-later-0", "claim-later", { type: "claim" }, claim);
    expect(await store.verify(ORG, "cs-later-0")).toBeNull();
  });

  it("creates a partition once for processes that start together", async () => {
    await owner.query(
      `DROP TABLE countersign.${partition(monthAfter(THIS, 1))}`, // nothing was written to it
    );
    const created = await Promise.all(Array.from({ length: 8 }, () => prepareMonths(pool)));

    expect(created.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it("gives up instead of stopping commands behind a long reader", async () => {
    await owner.query(`DROP TABLE countersign.${partition(monthAfter(THIS, 1))}`);
    const reader = await owner.connect();
    try {
      await reader.query("BEGIN");
      await reader.query("SELECT FROM countersign.events");
      const attempt = prepareMonths(pool);
      await expect(attempt).rejects.toThrow(DatabaseError);
      await executeWith(store, ORG, "cs-meanwhile", "mw", create("cs-meanwhile"), at(Date.now()));
    } finally {
      await reader.query("ROLLBACK");
      reader.release();
    }
    expect(await prepareMonths(pool)).toBe(1);
  });

  it("is the only thing that the application may call to make one", async () => {
    const attempt = pool.query("SELECT countersign.create_partition('events_mine')");
    await expect(attempt).rejects.toMatchObject({ code: "42501" });
  });
});
