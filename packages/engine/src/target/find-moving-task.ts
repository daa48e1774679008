import type { EngineScope } from "../execute/engine-scope.ts";
import type { Session } from "../platform/transact.ts";
import type { StoredRepository } from "../store/organisation/repositories.ts";
import { loadTask } from "../store/task-store.ts";
import { readLog } from "../store/tasks/event-log.ts";
import { type AnnouncedMove, listMovesTo } from "../store/tasks/moves.ts";

/**
 * A task that moved the target to a commit. `mergedAt` is the `merged` entry of its log, or null while it merges.
 */
type MovingTask = { task: string; mergedAt: number | null };

/**
 * Returns the task for which countersign moved the target from its accepted commit to this one. Null if it did
 * not.
 *
 * An announcement alone proves nothing, because any process with write access to the branch can push the
 * announced commit later. It counts while its task is merging. After that the `merged` entry of the task's log
 * must name exactly this commit and be sealed.
 */
export async function findMovingTask(
  scope: EngineScope,
  { id: repo, tip: accepted }: StoredRepository,
  tip: string,
): Promise<string | null> {
  const mover = await scope.transact(async (session) => {
    const announced = await listMovesTo(session, repo, tip);
    for (const move of announced.filter(({ expected }) => expected === accepted)) {
      const found = await matchMove(session, move);
      if (found !== null) return found;
    }
    return null;
  });
  if (mover === null || mover.mergedAt === null) return mover?.task ?? null;
  await scope.sealer.untilSealed(scope.org, mover.task, mover.mergedAt);
  return (await scope.store.verify(scope.org, mover.task)) === null ? mover.task : null;
}

async function matchMove(
  session: Session,
  { task: id, round, commit, isVoid }: AnnouncedMove,
): Promise<MovingTask | null> {
  const task = await loadTask(session, id);
  const isMerging = task?.phase.is === "merging" && task.round?.number === round;
  if (isMerging && !isVoid) return { task: id, mergedAt: null };
  const log = await readLog(session, id, 1);
  const merged = log.findLast(({ event }) => event.type === "merged" && event.commit === commit);
  return merged === undefined ? null : { task: id, mergedAt: merged.seq };
}
