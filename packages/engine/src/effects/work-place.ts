import { and, eq } from "drizzle-orm";
import type { Parts } from "../commands/parts.ts";
import type { WorkRef } from "../ports/mirror.ts";
import { readRepository, type StoredRepository } from "../store/repositories.ts";
import { tasks, workPlaces } from "../store/schema.ts";
import { transact } from "../store/transact.ts";

/** Where a task's work was last handed in from; null while nothing was. */
export async function findWork(
  parts: Parts,
  org: string,
  taskId: string,
): Promise<{ repository: StoredRepository; place: WorkRef } | null> {
  return transact(parts.pool, org, async (session) => {
    const [row] = await session.db
      .select({ repo: tasks.repo, place: workPlaces.place })
      .from(workPlaces)
      .innerJoin(tasks, and(eq(tasks.orgId, workPlaces.orgId), eq(tasks.taskId, workPlaces.taskId)))
      .where(and(eq(workPlaces.orgId, org), eq(workPlaces.taskId, taskId)));
    if (row === undefined) return null;
    return { repository: await readRepository(session, org, row.repo), place: row.place };
  });
}
