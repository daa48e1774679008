import type { ClientBase } from "pg";

export type StoredTable = {
  name: string;
  /** The columns to write. The database generates the others. */
  columns: readonly string[];
  /** The order of the rows: insertion order if it is known, else by key. */
  order: readonly string[];
};

/** Derived from other tables and therefore not backed up. */
const DERIVED = ["tasks", "rosters"];

/** Returns every table to back up, including tables that later releases add. */
export async function truthTables(client: ClientBase): Promise<StoredTable[]> {
  return (await readTables(client)).filter(({ name }) => !DERIVED.includes(name));
}

/** Returns the table of tasks, of which only rows with an archived log are backed up. */
export async function tasksTable(client: ClientBase): Promise<StoredTable> {
  const found = (await readTables(client)).find(({ name }) => name === "tasks");
  if (found === undefined) throw new Error("There is no table of tasks");
  return found;
}

async function readTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(
    `SELECT c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns,
            (SELECT array_agg(k.attname::text ORDER BY array_position(i.indkey, k.attnum))
               FROM pg_index i JOIN pg_attribute k
                 ON k.attrelid = i.indrelid AND k.attnum = ANY (i.indkey)
              WHERE i.indrelid = c.oid AND i.indisprimary) AS key
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE n.nspname = 'countersign' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      GROUP BY c.oid, c.relname ORDER BY c.relname`,
  );
  return rows.map(({ name, columns, key }) => {
    const stamped = ["xid", "position"].filter((column) => columns.includes(column));
    return {
      name,
      columns: columns.filter((column) => !stamped.includes(column)),
      order: stamped.length > 0 ? stamped : key,
    };
  });
}

/**
 * Returns the non-empty tables by their size on disk, because row-level security hides the rows of other
 * organisations.
 */
export async function usedTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'countersign' AND c.relkind = 'r' AND pg_relation_size(c.oid) > 0
      ORDER BY c.relname`,
  );
  return rows.map(({ name }) => name);
}
