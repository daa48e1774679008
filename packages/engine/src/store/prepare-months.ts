import type { ClientBase, Pool } from "pg";

/**
 * Creates the partitions of the log for this month and the next one, and gives months whose rows are in the default
 * partition one of their own. Returns the number of new partitions. Several processes may do so at once.
 */
export async function prepareMonths(database: Pick<ClientBase | Pool, "query">): Promise<number> {
  const { rows } = await database.query("SELECT countersign.prepare_months() AS count");
  return Number(rows[0]?.count ?? 0);
}
