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
 * Returns the tasks for which countersign moved the target from its accepted commit to this one: one, or those of a
 * train. Null if it did not.
 *
 * An announcement alone proves nothing, because any process with write access to the branch can push the
 * announced commit later. It counts while its task is merging. After that the `merged` entry of the task's log
 * must name exactly this commit and be sealed. A train is ours only if each of its tasks proves its part.
 */
export async function findMovingTasks(
  scope: EngineScope,
  { id: repo, tip: accepted }: StoredRepository,
  tip: string,
): Promise<string[] | null> {
  const movers = await scope.transact(async (session) => {
    const announced = await listMovesTo(session, repo, tip);
    const current = announced.filter(({ expected }) => expected === accepted);
    return await matchMoves(session, current);
  });
  if (movers === null || movers.length === 0) return null;
  for (const { task, mergedAt } of movers) {
    if (mergedAt === null) continue;
    await scope.sealer.untilSealed(scope.org, task, mergedAt);
    if ((await scope.store.verify(scope.org, task)) !== null) return null;
  }
  return movers.map(({ task }) => task);
}

/** Returns each announced task, or null if one of them does not prove any of its announcements. */
async function matchMoves(
  session: Session,
  announced: readonly AnnouncedMove[],
): Promise<MovingTask[] | null> {
  const movers: MovingTask[] = [];
  for (const task of new Set(announced.map((move) => move.task))) {
    const mover = await matchTask(
      session,
      announced.filter((move) => move.task === task),
    );
    if (mover === null) return null;
    movers.push(mover);
  }
  return movers;
}

async function matchTask(
  session: Session,
  announced: readonly AnnouncedMove[],
): Promise<MovingTask | null> {
  for (const move of announced) {
    const found = await matchMove(session, move);
    if (found !== null) return found;
  }
  return null;
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
