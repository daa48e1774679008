import { CountersignError, TaskId } from "@countersign/core";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Principal } from "../../access/principal.ts";
import { readableTask } from "../../access/readable-task.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { tasks } from "../../store/schema/schema.ts";

const SHOWN = 5;

/** Returns the full id for a unique prefix. */
export async function findTaskId(
  { read }: EngineScope,
  by: Principal,
  prefix: string,
): Promise<string> {
  const only = readableTask(by);
  if (!TaskId.safeParse(prefix).success)
    throw new CountersignError("invalid_input", "That is not a valid task id");
  const rows = await read(({ db }) =>
    db
      .select({ id: tasks.taskId })
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
  const ids = rows.map(({ id }) => id);
  const [first] = ids;
  if (first === undefined) throw new CountersignError("not_found", `There is no task ${prefix}`);
  if (first === prefix || ids.length === 1) return first;
  const named = ids.slice(0, SHOWN).join(", ");
  throw new CountersignError(
    "invalid_input",
    `${prefix} may be ${named}${ids.length > SHOWN ? ", …" : ""}`,
  );
}
