import type { BenchClient } from "../../../packages/engine/src/testing/bench-server.ts";

/* The indexes of a table and of its partitions, each with the statements that drop it and create it again. */
const INDEXES = `
  SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
              ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
         CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
              ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname,
                          pg_get_constraintdef(c.oid)) END AS create
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
   WHERE i.indrelid = $1::regclass
      OR i.indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass)`;

/** Drops the indexes of tables while many rows are added: building them afterwards is much faster. */
export async function withoutIndexes(
  client: BenchClient,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const found: { drop: string; create: string }[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ drop: string; create: string }>(INDEXES, [table]);
    found.push(...rows);
  }
  for (const { drop } of found) await client.query(drop);
  await work();
  await client.query("SET maintenance_work_mem = '1GB'");
  for (const { create } of found) await client.query(create);
}
