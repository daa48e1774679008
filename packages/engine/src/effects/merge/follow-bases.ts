import { baseNews, type Task } from "@countersign/core";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { tasks, wholeTask } from "../../store/schema/schema.ts";
import { readBaseTask } from "../../store/tasks/base-tasks.ts";

/** Selects tasks whose current round is built on a base task that is not merged yet. */
export const WAITS_FOR_BASE = sql`(${tasks.body} #> '{round,baseTask}' IS NOT NULL
  AND ${tasks.body} #> '{round,baseTask,isMerged}' IS NULL)`;

const FOLLOWING = ["reviewing", "approved", "held"] as const;
const MAX_FOLLOWING = 1_000;

/** Continues tasks whose base task was merged, and returns tasks whose base task was changed or rejected. */
export async function followBases(scope: EngineScope, base?: string): Promise<void> {
  const follows = and(
    eq(tasks.orgId, scope.org),
    inArray(tasks.state, [...FOLLOWING]),
    WAITS_FOR_BASE,
    base === undefined ? undefined : isBuiltOn(base),
  );
  const { rows } = await scope.readAlong(({ db }) =>
    db.execute<{ task: Task }>(
      sql`SELECT ${wholeTask} AS task FROM ${tasks} WHERE ${follows} LIMIT ${MAX_FOLLOWING}`,
    ),
  );
  for (const { task } of rows) await followBase(scope, task);
}

function isBuiltOn(base: string): SQL {
  return sql`${tasks.body} #>> '{round,baseTask,task}' = ${base}`;
}

async function followBase(scope: EngineScope, task: Task): Promise<void> {
  const { baseTask } = task.round ?? {};
  if (baseTask === undefined) return;
  const base = await scope.transact((session) => readBaseTask(session, baseTask.task));
  if (baseNews(task, base) === null) return;
  const key = ENGINE_KEYS.followBase(scope.org, task.id, task.seq);
  await executeAsEngine(scope, {
    task: task.id,
    key,
    command: { type: "follow_base" },
  });
}
