import { and, eq, inArray } from "drizzle-orm";
import type { EngineScope } from "../execute/engine-scope.ts";
import { tasks } from "../store/schema/schema.ts";

/** Lists the tasks of a repository in these states. */
export async function listRepositoryTasks(
  { transact, org }: EngineScope,
  repo: string,
  states: readonly ("reviewing" | "approved" | "merging" | "held")[],
): Promise<string[]> {
  const rows = await transact(({ db }) =>
    db
      .select({ id: tasks.taskId })
      .from(tasks)
      .where(and(eq(tasks.orgId, org), eq(tasks.repo, repo), inArray(tasks.state, [...states]))),
  );
  return rows.map(({ id }) => id);
}
