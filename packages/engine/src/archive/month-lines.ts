import type { PoolClient } from "pg";
import { type ArchiveHeader, firstDay } from "./archive-format.ts";

const BATCH = 500;

/** Yields the lines of an archive from the snapshot of a transaction: the header, then every row. */
export async function* monthLines(
  client: PoolClient,
  header: ArchiveHeader,
): AsyncGenerator<string, void, void> {
  yield `${JSON.stringify(header)}\n`;
  for (const { org } of header.orgs) {
    await client.query("SELECT set_config('countersign.org', $1, true)", [org]);
    await client.query(
      `DECLARE month NO SCROLL CURSOR FOR SELECT to_jsonb(e)::text AS text FROM countersign.events e
        WHERE org_id = ${client.escapeLiteral(org)} AND opened = '${firstDay(header.month)}'
        ORDER BY task_id COLLATE "C", seq`,
    );
    for (;;) {
      const { rows } = await client.query<{ text: string }>(`FETCH ${BATCH} FROM month`);
      for (const { text } of rows) yield `${text}\n`;
      if (rows.length < BATCH) break;
    }
    await client.query("CLOSE month");
  }
}
