import type { Session } from "../../platform/transact.ts";

/** Deletes the drafts and read marks of tasks that ended and changed last at least this many days ago. */
export async function forgetReading({ client, org }: Session, days: number): Promise<void> {
  for (const table of ["drafts", "read_marks"])
    await client.query(
      `DELETE FROM countersign.${table} AS own USING countersign.tasks AS t
        WHERE own.org_id = $1 AND t.org_id = $1 AND t.task_id = own.task_id
          AND t.state IN ('done', 'rejected') AND t.updated < now() - make_interval(days => $2)`,
      [org, days],
    );
}
