import { and, eq, notInArray } from "drizzle-orm";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";
import { tasks, workPlaces } from "../../store/schema/schema.ts";

/**
 * Updates the directories of open tasks after their repository was moved on the disk. Worktrees outside of it
 * stay unchanged.
 */
export async function moveWork(
  scope: EngineScope,
  { id: repo, path: previous }: Pick<StoredRepository, "id" | "path">,
  path: string,
): Promise<void> {
  const rows = await scope.transact(({ db }) =>
    db
      .select({ task: tasks.taskId, seq: tasks.seq, body: tasks.body, place: workPlaces.place })
      .from(tasks)
      .leftJoin(
        workPlaces,
        and(eq(tasks.orgId, workPlaces.orgId), eq(tasks.taskId, workPlaces.taskId)),
      )
      .where(
        and(
          eq(tasks.orgId, scope.org),
          eq(tasks.repo, repo),
          notInArray(tasks.state, ["done", "rejected"]),
        ),
      ),
  );
  for (const { task, seq, body, place } of rows) {
    const known = place !== null && "worktree" in place ? place.worktree : null;
    const moved = movedPath(known, previous, path);
    if (moved !== null) await saveLocation(scope, task, moved);
    const worktree = movedPath(body.location?.worktree ?? null, previous, path);
    if (worktree === null) continue;
    const key = ENGINE_KEYS.workMoved(scope.org, task, seq);
    await executeAsEngine(scope, {
      task,
      key,
      command: { type: "work_moved", worktree },
    });
  }
}

/** Returns the new path of a directory. Null if it is outside of the moved repository. */
function movedPath(directory: string | null, from: string, to: string): string | null {
  if (directory === from) return to;
  return directory?.startsWith(`${from}/`) === true ? `${to}${directory.slice(from.length)}` : null;
}

async function saveLocation(
  { transact, org }: EngineScope,
  task: string,
  worktree: string,
): Promise<void> {
  await transact(({ db }) =>
    db
      .update(workPlaces)
      .set({ place: { worktree } })
      .where(and(eq(workPlaces.orgId, org), eq(workPlaces.taskId, task))),
  );
}
