import { CountersignError, type Round, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Session } from "../../platform/transact.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";
import { type AnnouncedMove, listMovesTo, type TargetMoveRecord } from "../../store/tasks/moves.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import { blockedFailure, lastMove, type MergeFailure } from "./blocked-checkout.ts";

/** A move of the target to make, or one that it already has. `tip` is the commit that it moves to. */
export type OwnMove = Pick<TargetMoveRecord, "expected"> & { tip: string; isMoved: boolean };

/** Why the target did not move. It is thrown to roll back the transaction. */
export class NotMoved extends Error {
  readonly failure: MergeFailure;
  constructor(failure: MergeFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/**
 * Refuses another round, which has a merge of its own, and content that changed, which only tampering can cause. The
 * next attempt compares again.
 */
export function requireSameContent({ id, round }: Task, { number, content }: Round): void {
  if (round?.number !== number)
    throw new CountersignError("stale_round", `${id} is in another round by now`, {
      details: { task: id },
    });
  if (round.content.head !== content.head)
    throw new Error(`the stored round of ${id} changed during its merge`);
}

/**
 * Refuses a move whose announcement was voided in the meantime. A move that the target already has is recorded.
 */
export async function requireAnnounced(
  session: Session,
  task: Task,
  { tip, isMoved }: OwnMove,
): Promise<void> {
  const announced = await listMovesTo(session, task.repo, tip);
  if (isMoved || announced.some((move) => move.task === task.id && !move.isVoid)) return;
  throw new NotMoved({
    kind: "race",
    detail: "The merge was restarted in the meantime",
    files: [],
  });
}

/** Returns the move that the engine made for this round before it was interrupted. Null if there is none. */
export async function findMove(
  scope: EngineScope,
  { task, announced, tip }: MergeContext,
): Promise<AnnouncedMove | null> {
  for (const move of announced)
    if ((await scope.mirror.mergeBase(task.repo, move.commit, tip)) === move.commit) return move;
  return null;
}

/** Moves the target, or finishes an interrupted move, and updates the worktrees. */
export async function moveOwnTarget(
  scope: EngineScope,
  session: Session,
  { id, path, target }: StoredRepository,
  { expected, tip, isMoved }: OwnMove,
): Promise<void> {
  const move = { branch: target, expected, next: tip, isCopied: true } as const;
  const mirror = scope.mirror;
  let moved = await mirror.moveTarget({ id, path }, move);
  if (moved.outcome === "dirty" && !isMoved) {
    const last = await lastMove(session, id, expected);
    if (last !== null) await mirror.moveTarget({ id, path }, { ...last, branch: target });
    if (last !== null) moved = await mirror.moveTarget({ id, path }, move);
  }
  if (moved.outcome === "moved" || isMoved) return;
  if (moved.outcome === "lost_race")
    throw new NotMoved({ kind: "race", detail: `${target} moved in the meantime`, files: [] });
  const [first = { path, paths: [] }] = moved.worktrees;
  throw new NotMoved(blockedFailure(first));
}
