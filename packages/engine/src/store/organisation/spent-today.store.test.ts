import { expect, it } from "vitest";
import { transact } from "../../platform/transact.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { SPENT, spentToday } from "./spent-today.ts";

const { pool, owner } = await testDatabase();

const DAY_MS = 86_400_000;

/** Only what is summed is written: nothing reads these logs. */
async function note(org: string, seq: number, at: Date, body: object): Promise<void> {
  await owner.query(
    `INSERT INTO countersign.events (org_id, task_id, seq, at, actor, body, prev_hash, hash)
     VALUES ($1, 'cs-1', $2, $3, 'claude', $4, 'before', 'after')`,
    [org, seq, at, body],
  );
}

it("adds up what answers cost since midnight, whichever event tells it, for one organisation", async () => {
  const now = new Date();
  const events: [string, Date, object][] = [
    ["acme", now, { type: "no_result", costUsd: 0.5 }],
    ["acme", now, { type: "verdict_recorded", verdict: { costUsd: 0.25 } }],
    ["acme", now, { type: "verdict_recorded", verdict: { costUsd: 0 } }],
    ["acme", now, { type: "planned", costUsd: 1 }],
    ["acme", now, { type: "created" }],
    ["acme", new Date(now.getTime() - DAY_MS), { type: "no_result", costUsd: 100 }],
    ["other", now, { type: "no_result", costUsd: 100 }],
  ];
  for (const [seq, [org, at, body]] of events.entries()) await note(org, seq + 1, at, body);

  expect(await transact(pool, "acme", (session) => spentToday(session))).toBe(1.75);
  expect(await transact(pool, "empty", (session) => spentToday(session))).toBe(0);
});

it("reads the events that cost something and no others", async () => {
  const client = await owner.connect();
  try {
    await client.query("SET enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${SPENT.text}`, [
      "acme",
    ]);

    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("events_before_that_cost");
  } finally {
    client.release(true);
  }
});
