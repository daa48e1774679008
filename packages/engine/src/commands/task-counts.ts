import { PHASES, type PhaseName } from "@countersign/core";
import { type SQL, sql } from "drizzle-orm";
import type { Principal } from "../access/principal.ts";
import { readableTask } from "../access/readable-task.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { tasks } from "../store/schema/schema.ts";
import { isSnoozedBy } from "../store/tasks/snoozes.ts";

export type TaskCounts = {
  /** Tasks by state. 1,000 means at least 1,000. */
  counts: Readonly<Record<PhaseName, number>>;
  /** Number of tasks that wait for the caller, except snoozed ones. */
  waitingForMe: number;
  snoozed: number;
};

/** Maximum of a counter. Counting a million finished tasks would take too long. */
const MAX_COUNTED = 1_000;

/** Counts the caller's tasks, and all tasks by state, in one statement. */
export async function readTaskCounts(scope: EngineScope, by: Principal): Promise<TaskCounts> {
  const only = readableTask(by) ?? null;
  const isMine = sql`${tasks.orgId} = ${by.org} AND ${tasks.turnWho} = ${by.actor.id}
    AND (${only}::text IS NULL OR ${tasks.taskId} = ${only})`;
  const counts = sql<TaskCounts>`
    SELECT (${countByState(by.org, PHASES, only)}) AS counts, count(*)::int AS waiting,
           count(*) FILTER (WHERE ${isSnoozedBy(by.actor.id)})::int AS snoozed
      FROM ${tasks} WHERE ${isMine}`;
  const { rows } = await scope.read(({ db }) => db.execute<Counted>(counts));
  const { waiting = 0, snoozed = 0, counts: found } = rows[0] ?? {};
  const zero = Object.fromEntries(PHASES.map((state) => [state, 0]));
  return {
    counts: { ...zero, ...found } as TaskCounts["counts"],
    waitingForMe: waiting - snoozed,
    snoozed,
  };
}

type Counted = { counts: Record<string, number>; waiting: number; snoozed: number };

/**
 * Counts the tasks of these states, or only one of them, as a JSON object.
 *
 * The order is that of an index. Without it PostgreSQL reads a small table once per state.
 */
export function countByState(org: string, states: readonly string[], only: string | null): SQL {
  return sql`SELECT jsonb_object_agg(asked.state, (SELECT count(*) FROM (
      SELECT FROM countersign.tasks t
       WHERE t.org_id = ${org} AND t.state = asked.state AND (${only}::text IS NULL OR t.task_id = ${only})
       ORDER BY t.updated LIMIT ${sql.raw(String(MAX_COUNTED))}) AS those))
    FROM unnest(${sql.param([...states])}::text[]) AS asked(state)`;
}
