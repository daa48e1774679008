import { listFacts, searchedPaths, type Task } from "@countersign/core";
import type { Pool } from "pg";
import { transact } from "../../platform/transact.ts";
import { LACKS_LIST_FACTS } from "../schema/schema.ts";
import { wholeTaskSql } from "../schema/task-body.ts";

const BATCH = 200;

const FIND = `SELECT task_id AS id, seq, ${wholeTaskSql("body", "planned")} AS task
    FROM countersign.tasks
   WHERE org_id = $1 AND ${LACKS_LIST_FACTS} AND task_id > $2 ORDER BY task_id LIMIT ${BATCH}`;

/** A task that was changed in the meantime got its facts from that command. */
const FILL = `UPDATE countersign.tasks AS t SET list_facts = f.facts, paths = f.paths
    FROM jsonb_to_recordset($2::jsonb) AS f(id text, seq integer, facts jsonb, paths text)
   WHERE t.org_id = $1 AND t.task_id = f.id AND t.seq = f.seq`;

/**
 * Fills in the list facts of the tasks that an older release wrote last, in small transactions. Returns how many it
 * wrote. Lists are right without it; filters find those tasks only afterwards.
 */
export async function fillListFacts(
  pool: Pool,
  org: string,
  isEnded: () => boolean = () => false,
): Promise<number> {
  let written = 0;
  let after = "";
  while (!isEnded()) {
    const found = await transact(pool, org, async ({ client }) => {
      const { rows } = await client.query<FoundTask>(FIND, [org, after]);
      if (rows.length > 0) await client.query(FILL, [org, JSON.stringify(rows.map(factsRow))]);
      return rows.map(({ id }) => id);
    });
    written += found.length;
    after = found.at(-1) ?? after;
    if (found.length < BATCH) return written;
  }
  return written;
}

type FoundTask = { id: string; seq: number; task: Task };

/** The policy's attempt limit is unknown until the task's next command. */
function factsRow({ id, seq, task }: FoundTask) {
  return { id, seq, facts: listFacts(task, null), paths: searchedPaths(task) || null };
}
