import { afterEach, describe, expect, it, vi } from "vitest";
import { testDatabase } from "../testing/test-database.ts";
import { readAlong, sendWaitingReads } from "./read-along.ts";
import type { Session } from "./transact.ts";

const { pool } = await testDatabase();
const LONG_MS = 60_000;
const FENCE = "SELECT current_setting('countersign.org', true) AS org, $1::text AS said";

const ask =
  (said: string, text = FENCE) =>
  async ({ client }: Session) =>
    (await client.query({ text, values: [said] })).rows;

/** Records the messages on the pool from now on. */
function watch() {
  return vi.spyOn(pool, "query");
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("reads that are sent along with others", () => {
  it("are one message and one statement behind the fence, each with its own rows", async () => {
    const sent = watch();
    const found = await Promise.all([
      readAlong(pool, "acme", ask("it's")),
      readAlong(pool, "acme", ask("$1; --")),
      readAlong(pool, "acme", ask("1", "SELECT 1 WHERE $1 = '2'")),
      readAlong(
        pool,
        "acme",
        ask("3", "SELECT n FROM generate_series(1, $1::int) n ORDER BY n DESC"),
      ),
    ]);

    expect(found).toEqual([
      [{ org: "acme", said: "it's" }],
      [{ org: "acme", said: "$1; --" }],
      [],
      [{ n: 3 }, { n: 2 }, { n: 1 }],
    ]);
    expect(sent).toHaveBeenCalledTimes(1);
    const { rows } = await pool.query("SELECT current_setting('countersign.org', true) AS org");
    expect(rows).toEqual([{ org: "" }]);
  });

  it("are sent apart for each organisation", async () => {
    const sent = watch();
    const found = await Promise.all(
      ["acme", "other"].map((org) => readAlong(pool, org, ask("same"))),
    );

    expect(found.flat().map((row) => row.org)).toEqual(["acme", "other"]);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it("wait for one that does not wait", async () => {
    const sent = watch();
    const waiting = readAlong(pool, "acme", ask("late"), LONG_MS);
    await readAlong(pool, "acme", ask("now"));

    expect(await waiting).toEqual([{ org: "acme", said: "late" }]);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it("wait no longer than they say, and not after the others are sent", async () => {
    const begin = performance.now();
    await readAlong(pool, "acme", ask("alone"), 200);
    expect(performance.now() - begin).toBeGreaterThan(190);

    const waiting = readAlong(pool, "acme", ask("stopped"), LONG_MS);
    sendWaitingReads(pool, "acme");
    expect(await waiting).toEqual([{ org: "acme", said: "stopped" }]);
  });

  it("fail only by their own fault", async () => {
    const [good, bad, alsoGood] = await Promise.allSettled([
      readAlong(pool, "acme", ask("good")),
      readAlong(pool, "acme", ask("0", "SELECT 1 / $1::int AS one")),
      readAlong(pool, "acme", ask("also good")),
    ]);

    expect(good).toMatchObject({ value: [{ said: "good" }] });
    expect(bad).toMatchObject({ reason: { message: "division by zero" } });
    expect(alsoGood).toMatchObject({ value: [{ said: "also good" }] });
  });

  it("refuse an organisation that is none, and rows that are arrays", async () => {
    await expect(readAlong(pool, "a'; --", ask("x"))).rejects.toThrow("An organisation's id may");
    const array = readAlong(pool, "acme", ({ client }) =>
      client.query({ text: "SELECT 1", rowMode: "array" }),
    );
    await expect(array).rejects.toThrow("Rows that are arrays cannot be read along.");
  });
});
