import { Pool } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { countMessages, type MessageCounter } from "./count-messages.ts";
import { testDatabase } from "./test-database.ts";

const { owner, appUrl } = await testDatabase();

const DATABASE = new URL(appUrl).pathname.slice(1);

function openCounter(): MessageCounter {
  const counter = countMessages(undefined, ({ database }) => database === DATABASE);
  onTestFinished(() => counter.stop());
  return counter;
}

function openPool(options: object = {}): Pool {
  const pool = new Pool({ connectionString: appUrl, max: 1, ...options });
  onTestFinished(() => pool.end());
  return pool;
}

describe("the counter of driver messages", () => {
  it("counts several statements in one call as one message and one round trip", async () => {
    const pool = openPool();
    const counter = openCounter();

    await pool.query("BEGIN; SELECT 1; COMMIT");
    await pool.query("SELECT $1::int", [1]);

    expect(Object.fromEntries(counter.read())).toEqual({
      background: { messages: 2, roundTrips: 2 },
    });
  });

  it("counts pipelined messages as one round trip until the last one is answered", async () => {
    const client = await openPool({ pipeline: true }).connect();
    const counter = openCounter();

    await Promise.all(["BEGIN", "SELECT 1", "COMMIT"].map((text) => client.query(text)));
    await client.query("SELECT 2");
    client.release();

    expect(counter.read().get("background")).toEqual({ messages: 4, roundTrips: 2 });
  });

  it("counts messages by the origin of the work that sends them, and none of the owner", async () => {
    const pool = openPool();
    const counter = openCounter();

    await counter.attribute("jobs", async () => {
      await pool.query("SELECT 1");
      await counter.attribute("enqueue", () => pool.query("SELECT 1"));
      await pool.query("SELECT 1");
    });
    await owner.query("SELECT 1");

    const found = [...counter.read()].map(([origin, { messages }]) => [origin, messages]);
    expect(Object.fromEntries(found)).toEqual({ jobs: 2, enqueue: 1 });
  });

  it("counts no messages of connections that it does not select", async () => {
    const pool = openPool();
    const left = openPool({ connectionString: appUrl.replace(DATABASE, "countersign") });
    const counter = openCounter();

    await Promise.all([left.query("SELECT 1"), pool.query("SELECT 1"), left.query("SELECT 1")]);

    expect(Object.fromEntries(counter.read())).toEqual({
      background: { messages: 1, roundTrips: 1 },
    });
  });

  it("counts nothing after it is stopped", async () => {
    const pool = openPool();
    const counter = openCounter();
    counter.stop();

    await pool.query("SELECT 1");

    expect(counter.read().size).toBe(0);
  });
});
