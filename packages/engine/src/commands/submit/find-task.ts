import { CountersignError, type Task, TaskId } from "@countersign/core";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Principal } from "../../access/principal.ts";
import { readableTask } from "../../access/readable-task.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { tasks, wholeTask } from "../../store/schema/schema.ts";

const SHOWN = 5;

/** Returns the full id for a unique prefix. */
export async function findTaskId(
  scope: EngineScope,
  by: Principal,
  prefix: string,
): Promise<string> {
  return (await findTask(scope, by, prefix)).id;
}

/** Returns the task with a unique prefix of its id. */
export async function findTask(
  { read }: EngineScope,
  by: Principal,
  prefix: string,
): Promise<Task> {
  const only = readableTask(by);
  if (!TaskId.safeParse(prefix).success)
    throw new CountersignError("invalid_input", "That is not a valid task id");
  const rows = await read(({ db }) =>
    db
      .select({ task: wholeTask })
      .from(tasks)
      .where(
        and(
          eq(tasks.orgId, by.org),
          sql`starts_with(${tasks.taskId}, ${prefix})`,
          ...(only === undefined ? [] : [eq(tasks.taskId, only)]),
        ),
      )
      .orderBy(asc(sql`length(${tasks.taskId})`), asc(tasks.taskId))
      .limit(SHOWN + 1),
  );
  const [first] = rows;
  if (first === undefined) throw new CountersignError("not_found", `There is no task ${prefix}`);
  if (first.task.id === prefix || rows.length === 1) return first.task;
  const named = rows
    .slice(0, SHOWN)
    .map(({ task }) => task.id)
    .join(", ");
  throw new CountersignError(
    "invalid_input",
    `${prefix} may be ${named}${rows.length > SHOWN ? ", …" : ""}`,
  );
}
