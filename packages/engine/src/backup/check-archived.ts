import type { PoolClient } from "pg";
import { readMonthLeaves } from "../archive/read-month.ts";
import { merkleRoot } from "../seal/merkle-root.ts";
import { readArchivedMonths } from "../store/organisation/archived-months.ts";
import { damagedBackup } from "./backup-format.ts";
import { setCurrentOrg } from "./write-rows.ts";

/**
 * Verifies the rows of tasks that a backup holds because their logs are archived: their ends are exactly the ones that
 * the seals name. Call it before any task is rebuilt from its log. Returns their number.
 */
export async function checkArchived(client: PoolClient, org: string): Promise<number> {
  await setCurrentOrg(client, org);
  const { rows } = await client.query<{ month: string }>(
    "SELECT DISTINCT to_char(opened, 'YYYY-MM') AS month FROM countersign.tasks WHERE org_id = $1",
    [org],
  );
  const archived = await readArchivedMonths({ client, org });
  let count = 0;
  for (const { month } of rows) {
    const leaves = await readMonthLeaves({ client, org }, month);
    if (archived.get(month)?.root !== merkleRoot(leaves))
      throw damagedBackup(`the tasks of ${month} are not the ones that were archived`);
    count += leaves.length;
  }
  return count;
}
