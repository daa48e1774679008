import type { Round, Task } from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import { type Session, transact } from "../../platform/transact.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";
import { announceMove, listMovesTo, type TargetMoveRecord } from "../../store/tasks/moves.ts";
import { acceptanceForTask, acceptTarget, followTarget } from "../../target/follow-target.ts";
import { waitUntilDue } from "../timers/wake-task.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { blockedFailure, lastMove } from "./blocked-checkout.ts";
import { followBases } from "./follow-bases.ts";
import { makeMerge } from "./make-merge.ts";
import { type MergeContext, readMergeContext } from "./read-merge-context.ts";
import { reviewAgain } from "./review-again.ts";
import { sealBeforeMerge, stopMerges } from "./seal-before-merge.ts";

type MergeJob = { id: string; task: string };

/**
 * Merges the approved tree into the target branch.
 *
 * The transaction that starts the merge checks the approval again. The target moves only from the commit it had
 * then, and only while the task is locked, so that every other command runs before or after the move. The
 * approval is sealed before the move.
 */
export async function merge(parts: EngineDeps, org: string, job: MergeJob): Promise<void> {
  const waiting = await parts.store.load(org, job.task);
  if (waiting === null) return;
  boundary("merge.begun");
  await waitUntilDue(parts, org, waiting.grace?.untilMs ?? null);
  const target = await followTarget(parts, org, waiting.repo);
  if (target.is === "foreign") return; // the repository is on hold; its release starts the merge again
  if (!(await sealBeforeMerge(parts, org, waiting))) return;
  if (waiting.phase.is !== "merging") {
    const key = ENGINE_KEYS.job(job.id, "started");
    const started = await executeAsEngine(parts, {
      org,
      task: job.task,
      key,
      command: { type: "merge_started" },
    });
    if (started === null) return;
  }
  const merging = await readMergeContext(parts, org, job.task);
  if (merging === null) return;
  if ("damage" in merging) {
    await stopMerges(parts, org, waiting.repo, "log_damaged", merging.damage);
    return;
  }
  const { seq } = merging.approval;
  if (seq > waiting.seq) await parts.sealer.untilSealed(org, job.task, seq);
  boundary("merge.started");
  await mergeRound(parts, org, job, { ...merging, tip: target.tip });
}

async function mergeRound(
  parts: EngineDeps,
  org: string,
  job: MergeJob,
  merging: MergeContext,
): Promise<void> {
  const { task } = merging;
  const known = await findMove(parts, org, merging);
  const made = known ?? (await makeMerge(parts, org, merging));
  if ("failed" in made) return fail(parts, org, job, made.failed);
  if ("differs" in made) return reviewAgain(parts, org, job, made.differs);
  boundary("merge.made");
  if (known === null && !(await announce(parts, org, merging, made))) return;
  boundary("merge.announced");
  const move = { ...made, isMoved: known !== null };
  const failure = await parts.targetTurns.take(org, task.repo, () =>
    moveAndAccept(parts, org, job, merging, move),
  );
  if (failure !== null) return fail(parts, org, job, failure);
  boundary("merge.accepted");
  await followBases(parts, org, task.id);
}

/** Moves the target and accepts its new tip. Returns why the target did not move, or null on success. */
async function moveAndAccept(
  parts: EngineDeps,
  org: string,
  job: MergeJob,
  merging: MergeContext,
  move: TargetMoveRecord & { isMoved: boolean },
): Promise<MergeFailure | null> {
  try {
    await moveWhileLocked(parts, org, job, merging, move);
  } catch (error) {
    if (error instanceof NotMoved) return error.failure;
    throw error;
  }
  boundary("merge.recorded");
  if (move.isMoved) return null;
  const acceptance = await acceptanceForTask(parts, org, merging.task.id);
  await acceptTarget(parts, org, merging.repository, move.commit, acceptance);
  return null;
}

async function fail(
  parts: EngineDeps,
  org: string,
  job: MergeJob,
  failure: MergeFailure,
): Promise<void> {
  const command = { type: "merge_failed", ...failure } as const;
  await executeAsEngine(parts, {
    org,
    task: job.task,
    key: ENGINE_KEYS.job(job.id, "failed"),
    command,
  });
}

/** Why the target did not move. It is thrown to roll back the transaction. */
class NotMoved extends Error {
  readonly failure: MergeFailure;
  constructor(failure: MergeFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/** Moves the target after the core accepts the merge, and records the move while the task is locked. */
async function moveWhileLocked(
  parts: EngineDeps,
  org: string,
  job: MergeJob,
  { repository, round }: MergeContext,
  move: TargetMoveRecord & { isMoved: boolean },
): Promise<void> {
  await executeAsEngine(parts, {
    org,
    task: job.task,
    key: ENGINE_KEYS.job(job.id, "merged"),
    command: { type: "merged", tree: move.tree, commit: move.commit },
    async whileLocked(session, task) {
      if (task?.phase.is === "merging") {
        requireSameContent(task, round);
        await requireAnnounced(session, org, task, move);
        await moveTarget(parts, session, org, repository, move);
      }
      boundary("merge.moved");
    },
  });
}

/**
 * Refuses content that changed during the merge, which only tampering can cause. The next attempt compares again.
 */
function requireSameContent({ id, round }: Task, { number, content }: Round): void {
  if (round?.number !== number || round.content.head !== content.head)
    throw new Error(`the stored round of ${id} changed during its merge`);
}

/** Announces the move. Returns false if the task has left the merge in the meantime. */
async function announce(
  { pool }: EngineDeps,
  org: string,
  { task, round }: MergeContext,
  move: TargetMoveRecord,
): Promise<boolean> {
  const subject = { task: task.id, round: round.number, repo: task.repo };
  return await transact(pool, org, (session) => announceMove(session, org, subject, move));
}

/**
 * Refuses a move whose announcement was voided in the meantime. A move that the target already has is recorded.
 */
async function requireAnnounced(
  session: Session,
  org: string,
  task: Task,
  { commit, isMoved }: TargetMoveRecord & { isMoved: boolean },
): Promise<void> {
  const announced = await listMovesTo(session, org, task.repo, commit);
  if (isMoved || announced.some((move) => move.task === task.id && !move.isVoid)) return;
  throw new NotMoved({ kind: "race", detail: "The merge began again meanwhile", files: [] });
}

/** Returns the move that the engine made for this round before it was interrupted. Null if there is none. */
async function findMove(
  parts: EngineDeps,
  org: string,
  { task, announced, tip }: MergeContext,
): Promise<TargetMoveRecord | null> {
  for (const move of announced)
    if ((await parts.mirrorOf(org).mergeBase(task.repo, move.commit, tip)) === move.commit)
      return move;
  return null;
}

/** Moves the target, or finishes an interrupted move, and updates the worktrees. */
async function moveTarget(
  parts: EngineDeps,
  session: Session,
  org: string,
  { id, path, target }: StoredRepository,
  { expected, commit, isMoved }: TargetMoveRecord & { isMoved: boolean },
): Promise<void> {
  const move = { branch: target, expected, next: commit };
  const mirror = parts.mirrorOf(org);
  let moved = await mirror.moveTarget({ id, path }, move);
  if (moved.outcome === "dirty" && !isMoved) {
    const last = await lastMove(session, org, id, expected);
    if (last !== null) await mirror.moveTarget({ id, path }, { ...last, branch: target });
    if (last !== null) moved = await mirror.moveTarget({ id, path }, move);
  }
  if (moved.outcome === "moved" || isMoved) return;
  if (moved.outcome === "lost_race")
    throw new NotMoved({ kind: "race", detail: `${target} moved meanwhile`, files: [] });
  const [first = { path, paths: [] }] = moved.worktrees;
  throw new NotMoved(blockedFailure(first));
}
