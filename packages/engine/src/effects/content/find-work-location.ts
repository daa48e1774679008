import { and, eq } from "drizzle-orm";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { WorkRef } from "../../ports/mirror.ts";
import { readRepository, type StoredRepository } from "../../store/organisation/repositories.ts";
import { tasks, workPlaces } from "../../store/schema/schema.ts";

/** Returns the location of a task's last submission, else of its claim. Null if neither is known. */
export async function findWorkLocation(
  scope: EngineScope,
  taskId: string,
): Promise<{ repository: StoredRepository; place: WorkRef } | null> {
  return scope.transact(async (session) => {
    const [row] = await session.db
      .select({ repo: tasks.repo, body: tasks.body, place: workPlaces.place })
      .from(tasks)
      .leftJoin(
        workPlaces,
        and(eq(tasks.orgId, workPlaces.orgId), eq(tasks.taskId, workPlaces.taskId)),
      )
      .where(and(eq(tasks.orgId, scope.org), eq(tasks.taskId, taskId)));
    const worktree = row?.body.location?.worktree ?? null;
    const place = row?.place ?? (worktree === null ? null : { worktree });
    if (row === undefined || place === null) return null;
    return { repository: await readRepository(session, row.repo), place };
  });
}
