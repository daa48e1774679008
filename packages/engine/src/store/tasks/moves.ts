import type { Step, Task } from "@countersign/core";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { moves } from "../schema/target-schema.ts";
import { lockTask } from "./task-rows.ts";

/** A move of the target from one commit to another. */
export type TargetMoveRecord = {
  expected: string;
  commit: string;
  tree: string;
  /** The random text in the commit's message. Null if the commit is the author's own. */
  nonce: string | null;
};

/** A move that was announced for a task's round. Void once the task leaves the merge without it. */
export type AnnouncedMove = TargetMoveRecord & { task: string; round: number; isVoid: boolean };

const MOVE = {
  task: moves.taskId,
  round: moves.round,
  expected: moves.expected,
  commit: moves.next,
  tree: moves.tree,
  nonce: moves.nonce,
  isVoid: sql<boolean>`${moves.voided} IS NOT NULL`,
};

/**
 * Announces a move before making it, so that it is recognised as ours even after a crash.
 *
 * False if the task has left the merge; then nothing may move.
 */
export async function announceMove(
  session: Session,
  { task, round, repo }: { task: string; round: number; repo: string },
  { expected, commit, tree, nonce }: TargetMoveRecord,
): Promise<boolean> {
  const stored = await lockTask(session, task);
  if (stored?.task.phase.is !== "merging" || stored.task.round?.number !== round) return false;
  const known = (await listMovesTo(session, repo, commit)).some(
    (move) => !move.isVoid && move.task === task && move.round === round,
  );
  if (known) return true;
  const row = {
    orgId: session.org,
    repo,
    next: commit,
    expected,
    tree,
    nonce,
    taskId: task,
    round,
  };
  await session.db.insert(moves).values(row);
  return true;
}

/** Lists every announced move to a commit, oldest first. */
export async function listMovesTo(
  { db, org }: Session,
  repo: string,
  commit: string,
): Promise<AnnouncedMove[]> {
  return await db
    .select(MOVE)
    .from(moves)
    .where(and(eq(moves.orgId, org), eq(moves.repo, repo), eq(moves.next, commit)))
    .orderBy(asc(moves.position));
}

/** Lists the moves announced for a task's current round. */
export async function listRoundMoves({ db, org }: Session, task: Task): Promise<AnnouncedMove[]> {
  return await db
    .select(MOVE)
    .from(moves)
    .where(
      and(
        eq(moves.orgId, org),
        eq(moves.repo, task.repo),
        eq(moves.taskId, task.id),
        eq(moves.round, task.round?.number ?? 0),
      ),
    )
    .orderBy(asc(moves.position));
}

/** Voids the announced moves of a task that leaves the merge without being merged. */
export async function voidUnmadeMoves(
  { db, org }: Session,
  before: Task | null,
  { task, log }: Step,
): Promise<void> {
  const hasLeft = before?.phase.is === "merging" && task.phase.is !== "merging";
  if (!hasLeft || log.some(({ event }) => event.type === "merged")) return;
  await db
    .update(moves)
    .set({ voided: sql`now()` })
    .where(and(eq(moves.orgId, org), eq(moves.taskId, task.id), isNull(moves.voided)));
}
