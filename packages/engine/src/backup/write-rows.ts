import { CountersignError } from "@countersign/core";
import type { PoolClient } from "pg";
import type { StoredTable } from "./tables.ts";

type Row = { org_id: string };

export type RowWriter = { add(table: string, row: Row): Promise<void>; flush(): Promise<void> };

const BATCH = 500;

/** Batches rows of one table and organisation, and writes them in order. */
export function createRowWriter(client: PoolClient, tables: readonly StoredTable[]): RowWriter {
  const known = new Map(tables.map((table) => [table.name, new Set(table.columns)]));
  let current = { table: "", org: "" };
  let rows: Row[] = [];
  const flush = async () => {
    if (rows.length > 0) await insert(client, current, known.get(current.table), rows);
    rows = [];
  };
  return {
    flush,
    async add(table, row) {
      const isOther = table !== current.table || row.org_id !== current.org;
      if (isOther || rows.length >= BATCH) await flush();
      current = { table, org: row.org_id };
      rows.push(row);
    },
  };
}

/** Sets the organisation of a transaction for row-level security. */
export async function setCurrentOrg(client: PoolClient, org: string): Promise<void> {
  await client.query("SELECT set_config('countersign.org', $1, true)", [org]);
}

async function insert(
  client: PoolClient,
  { table, org }: { table: string; org: string },
  known: ReadonlySet<string> | undefined,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (known === undefined || columns.some((column) => !known.has(column)))
    throw new CountersignError("invalid_input", `The backup's ${table} is of a newer release`, {
      hint: "Install that release, and restore with it.",
    });
  await setCurrentOrg(client, org);
  const named = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const into = `countersign.${client.escapeIdentifier(table)}`;
  await client.query(
    `INSERT INTO ${into} (${named})
     SELECT ${named} FROM ROWS FROM (jsonb_populate_recordset(NULL::${into}, $1::jsonb))
       WITH ORDINALITY AS r ORDER BY ordinality`,
    [JSON.stringify(rows)],
  );
}
