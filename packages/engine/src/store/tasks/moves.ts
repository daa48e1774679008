import type { Step, Task } from "@countersign/core";
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { moves } from "../schema/target-schema.ts";

/** A move of the target from one commit to another. */
export type TargetMoveRecord = {
  expected: string;
  commit: string;
  tree: string;
  /** The random text in the commit's message. Null if the commit is the author's own. */
  nonce: string | null;
};

/** A move that was announced for a task's round. Void once the task leaves the merge without it. */
export type AnnouncedMove = TargetMoveRecord & {
  task: string;
  round: number;
  /** The commit that the target moves to: `commit`, or the end of its train. */
  tip: string;
  isVoid: boolean;
};

/** The task, round and repository that a move is announced for. */
type MoveSubject = { task: string; round: number; repo: string };

const MOVE = {
  task: moves.taskId,
  round: moves.round,
  expected: moves.expected,
  commit: moves.next,
  tree: moves.tree,
  nonce: moves.nonce,
  tip: sql<string>`coalesce(${moves.tip}, ${moves.next})`,
  isVoid: sql<boolean>`${moves.voided} IS NOT NULL`,
};

/** Locks the task and announces a move, unless it is announced already. Returns no row if the task does not merge. */
const ANNOUNCE = `
  WITH locked AS (
    SELECT body FROM countersign.tasks WHERE org_id = $1 AND task_id = $2 FOR UPDATE),
  merging AS (
    SELECT FROM locked
     WHERE body #>> '{phase,is}' = 'merging' AND (body #> '{round,number}')::int = $3),
  announced AS (
    INSERT INTO countersign.moves (org_id, task_id, round, repo, expected, next, tree, nonce, tip)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM merging WHERE NOT EXISTS (
      SELECT FROM countersign.moves
       WHERE org_id = $1 AND task_id = $2 AND round = $3 AND repo = $4 AND next = $6
         AND voided IS NULL))
  SELECT FROM merging`;

/**
 * Announces a move before making it, so that it is recognised as ours even after a crash.
 *
 * False if the task has left the merge; then nothing may move.
 */
export async function announceMove(
  { client, org }: Session,
  { task, round, repo }: MoveSubject,
  { expected, commit, tree, nonce }: TargetMoveRecord,
  trainTip: string | null = null,
): Promise<boolean> {
  const values = [org, task, round, repo, expected, commit, tree, nonce, trainTip];
  const { rowCount } = await client.query({ name: "announce_move", text: ANNOUNCE, values });
  return rowCount === 1;
}

/** Lists every announced move of the target to a commit, oldest first. A train has one for each of its tasks. */
export async function listMovesTo(
  { db, org }: Session,
  repo: string,
  commit: string,
): Promise<AnnouncedMove[]> {
  return await db
    .select(MOVE)
    .from(moves)
    .where(and(eq(moves.orgId, org), eq(moves.repo, repo), movesTo(commit)))
    .orderBy(asc(moves.position));
}

function movesTo(commit: string): SQL | undefined {
  return or(and(eq(moves.next, commit), isNull(moves.tip)), eq(moves.tip, commit));
}

/** Lists the moves announced for all rounds of a task, oldest first. */
export async function listTaskMoves({ db, org }: Session, task: string): Promise<AnnouncedMove[]> {
  return await db
    .select(MOVE)
    .from(moves)
    .where(and(eq(moves.orgId, org), eq(moves.taskId, task)))
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
