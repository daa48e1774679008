import type { benchPool } from "../../packages/engine/src/testing/bench-server.ts";

type Pool = ReturnType<typeof benchPool>;

const BATCH = 10_000;

/** The name of a copy. */
export function cloneName(number: number): string {
  return `cs-w${String(number).padStart(7, "0")}`;
}

const NUMBERS = "generate_series($2::int, $3::int) AS n";
const NAME = "'cs-w' || lpad(n::text, 7, '0')";

/** Of the log only the end is copied: nothing reads the rest while a task waits. */
const COPIES = [
  `INSERT INTO countersign.events (org_id, task_id, seq, at, actor, body, prev_hash, hash)
   SELECT e.org_id, ${NAME}, e.seq, e.at, e.actor, e.body, e.prev_hash, e.hash
     FROM ${NUMBERS}, countersign.tasks t
     JOIN countersign.events e ON e.org_id = t.org_id AND e.task_id = t.task_id AND e.seq = t.seq
    WHERE t.task_id = $1`,
  `INSERT INTO countersign.tasks
   SELECT (jsonb_populate_record(t, jsonb_build_object(
             'task_id', ${NAME}, 'body', replace(t.body::text, $1, ${NAME})::jsonb))).*
     FROM ${NUMBERS}, countersign.tasks t WHERE t.task_id = $1`,
  `INSERT INTO dbos.workflow_input
   SELECT (jsonb_populate_record(i, jsonb_build_object(
             'workflow_uuid', replace(i.workflow_uuid, $1, ${NAME}),
             'inputs', replace(i.inputs, $1, ${NAME})))).*
     FROM ${NUMBERS}, dbos.workflow_input i
     JOIN dbos.workflow_status s USING (workflow_uuid)
    WHERE s.status = 'DELAYED' AND s.workflow_uuid LIKE '%:' || $1 || ':%'`,
  `INSERT INTO dbos.workflow_status
   SELECT (jsonb_populate_record(s, jsonb_build_object(
             'workflow_uuid', replace(s.workflow_uuid, $1, ${NAME})))).*
     FROM ${NUMBERS}, dbos.workflow_status s
    WHERE s.status = 'DELAYED' AND s.workflow_uuid LIKE '%:' || $1 || ':%'`,
];

/** Makes as many copies of a waiting task, each with its timers, past every command. */
export async function cloneTask(owner: Pool, task: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += BATCH)
    for (const copy of COPIES)
      await owner.query(copy, [task, from, Math.min(count, from + BATCH - 1)]);
  await owner.query("VACUUM ANALYZE countersign.tasks");
  await owner.query("VACUUM ANALYZE dbos.workflow_status");
}
