import { setTimeout as pause } from "node:timers/promises";
import type { QueryResult } from "pg";
import { describe, expect, it } from "vitest";
import { testDatabase } from "../testing/test-database.ts";
import { readOnce, readTogether, withLiterals } from "./read-once.ts";

const { pool } = await testDatabase();

const MOMENT = "SELECT pg_current_snapshot()::text AS at";
const FENCE = "SELECT current_setting('countersign.org', true) AS org";

describe("a read in one message", () => {
  it.each([
    "plain",
    "it's",
    "a\\'b\\\\",
    "$1 $2",
    "'; DROP TABLE countersign.tasks; --",
    "ünïcode ☃ \u2028",
    "E'\\x00'",
    "",
  ])("gives %j back unchanged", async (value) => {
    const { rows } = await readOnce(pool, "acme", ({ client }) =>
      client.query("SELECT $1::text AS one, $2::text AS two", [value, "$1"]),
    );
    expect(rows).toEqual([{ one: value, two: "$1" }]);
  });

  it("sees its organisation, which no later statement on the connection does", async () => {
    const client = await pool.connect();
    const only = { query: client.query.bind(client) } as unknown as typeof pool;
    const { rows } = await readOnce(only, "acme", (session) => session.client.query(FENCE));
    const after = await client.query(FENCE);
    client.release();

    expect(rows).toEqual([{ org: "acme" }]);
    expect(after.rows).toEqual([{ org: "" }]);
  });

  it("has one statement, so that everything it sees is of one moment", async () => {
    const twice = readOnce(pool, "acme", async ({ client }) => {
      await client.query("SELECT 1");
      await client.query("SELECT 2");
    });
    await expect(twice).rejects.toThrow("A second statement needs a transaction.");
  });

  it("refuses a NUL character, which would end the message early", () => {
    expect(() => withLiterals("SELECT $1", ["a\0b"])).toThrow("A text contains a NUL character");
  });

  it("refuses the id of an organisation that is none", async () => {
    const attempt = readOnce(pool, "a'; DROP TABLE x; --", ({ client }) =>
      client.query("SELECT 1"),
    );
    await expect(attempt).rejects.toThrow("An organisation's id may contain only");
  });
});

describe("several reads in one message", () => {
  it("see the same moment and their organisation, each with its own statement", async () => {
    const reading = readTogether<[QueryResult, QueryResult]>(pool, "acme", [
      ({ client }) => client.query(`${MOMENT}, $1::text AS said, pg_sleep(0.3)`, ["a"]),
      ({ client }) => client.query(`${MOMENT}, (${FENCE})`),
    ]);
    await pause(100);
    await pool.query("SELECT pg_current_xact_id()"); // commits while the first statement sleeps
    const [one, two] = await reading;
    expect(one.rows).toEqual([{ at: expect.any(String), said: "a", pg_sleep: "" }]);
    expect(two.rows).toEqual([{ at: one.rows[0].at, org: "acme" }]);
    const { rows } = await pool.query("SHOW transaction_isolation");
    expect(rows).toEqual([{ transaction_isolation: "read committed" }]);
  });

  it("leave the connection usable after a failed statement", async () => {
    const failed = readTogether<[QueryResult, QueryResult]>(pool, "acme", [
      ({ client }) => client.query("SELECT 1"),
      ({ client }) => client.query("SELECT 1/0"),
    ]);
    await expect(failed).rejects.toThrow("division by zero");
    const { rows } = await readOnce(pool, "acme", ({ client }) => client.query(FENCE));
    expect(rows).toEqual([{ org: "acme" }]);
  });
});
