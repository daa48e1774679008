import { and, eq } from "drizzle-orm";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Session } from "../../platform/transact.ts";
import type { WorkRef } from "../../ports/mirror.ts";
import {
  type StoredRepository,
  throwRepositoryNotFound,
} from "../../store/organisation/repositories.ts";
import { repositories, tasks, workPlaces } from "../../store/schema/schema.ts";

/** The location of a task's work, and its repository. */
export type FoundWork = { repository: StoredRepository; place: WorkRef };

/** Returns the location of a task's last submission, else of its claim. Null if neither is known. */
export async function findWorkLocation(
  scope: EngineScope,
  taskId: string,
): Promise<FoundWork | null> {
  return await scope.read((session) => readWorkLocation(session, taskId));
}

/** Like {@link findWorkLocation}, with one statement of a session. */
export async function readWorkLocation(
  { db, org }: Session,
  taskId: string,
): Promise<FoundWork | null> {
  const [row] = await db
    .select({ repo: tasks.repo, body: tasks.body, place: workPlaces.place, repositories })
    .from(tasks)
    .leftJoin(
      repositories,
      and(eq(tasks.orgId, repositories.orgId), eq(tasks.repo, repositories.id)),
    )
    .leftJoin(
      workPlaces,
      and(eq(tasks.orgId, workPlaces.orgId), eq(tasks.taskId, workPlaces.taskId)),
    )
    .where(and(eq(tasks.orgId, org), eq(tasks.taskId, taskId)));
  const worktree = row?.body.location?.worktree ?? null;
  const place = row?.place ?? (worktree === null ? null : { worktree });
  if (row === undefined || place === null) return null;
  return { repository: row.repositories ?? throwRepositoryNotFound(row.repo), place };
}
