import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { transact } from "../platform/transact.ts";
import { testDatabase } from "../testing/test-database.ts";
import { countByState } from "./task-counts.ts";

const { pool, owner } = await testDatabase();
const TASKS = 12_000;
const COUNTS = countByState("acme", ["reviewing", "held", "done"], null);

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
    const { rows } = await transact(pool, "acme", ({ db }) =>
      db.execute(sql`SELECT (${COUNTS}) AS counts`),
    );

    expect(rows).toEqual([{ counts: { reviewing: 1_000, held: 0, done: 1_000 } }]);
  });

  it("are read from an index, also if few tasks make a scan of the table look cheap", async () => {
    const { rows } = await transact(pool, "acme", ({ db }) => db.execute(sql`EXPLAIN ${COUNTS}`));
    const plan = rows.map((row) => String(row["QUERY PLAN"])).join("\n");

    expect(plan).toMatch(/Scan using tasks_by_state/);
    expect(plan).not.toMatch(/Seq Scan on tasks/);
  });
});
