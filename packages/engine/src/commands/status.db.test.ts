import { describe, expect, it } from "vitest";
import { transact } from "../platform/transact.ts";
import { testDatabase } from "../testing/test-database.ts";
import { COUNT_STATES } from "./status.ts";

const { pool, owner } = await testDatabase();
const TASKS = 12_000;
const STATES = ["reviewing", "held", "done"];

await owner.query(
  `INSERT INTO countersign.tasks (org_id, task_id, seq, head_hash, state, turn_holder, priority, title,
                                  repo, updated, body)
   SELECT 'acme', 'cs-' || n, 1, repeat('0', 64), CASE WHEN n % 10 = 0 THEN 'reviewing' ELSE 'done' END,
          'nobody', 'P1', 'Limit the rate of requests', 'shop', now() - n * interval '1 second', '{}'
     FROM generate_series(1, $1::int) AS n`,
  [TASKS],
);
await owner.query("ANALYZE countersign.tasks");

describe("the counts of tasks by state", () => {
  it("stop at 1,000", async () => {
    const { rows } = await transact(pool, "acme", ({ client }) =>
      client.query(COUNT_STATES, ["acme", STATES, null]),
    );

    expect(rows).toEqual([
      { state: "reviewing", number: 1_000 },
      { state: "held", number: 0 },
      { state: "done", number: 1_000 },
    ]);
  });

  it("are read from an index, also if few tasks make a scan of the table look cheap", async () => {
    const { rows } = await transact(pool, "acme", ({ client }) =>
      client.query(`EXPLAIN ${COUNT_STATES}`, ["acme", STATES, null]),
    );
    const plan = rows.map((row) => String(row["QUERY PLAN"])).join("\n");

    expect(plan).toMatch(/Scan using tasks_by_state/);
    expect(plan).not.toMatch(/Seq Scan on tasks/);
  });
});
