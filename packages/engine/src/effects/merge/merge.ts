import { CountersignError, type Round, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import type { Session } from "../../platform/transact.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { acceptOwnMove, type StoredRepository } from "../../store/organisation/repositories.ts";
import { announceMove, listMovesTo, type TargetMoveRecord } from "../../store/tasks/moves.ts";
import {
  acceptanceForTask,
  acceptTarget,
  followTarget,
  movedFor,
} from "../../target/follow-target.ts";
import { waitUntilDue } from "../timers/wake-task.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { blockedFailure, lastMove } from "./blocked-checkout.ts";
import { followBases } from "./follow-bases.ts";
import { makeMerge } from "./make-merge.ts";
import { type MergeContext, readMergeContext } from "./read-merge-context.ts";
import { reviewMergeResult } from "./review-merge-result.ts";
import { sealBeforeMerge, stopMerges } from "./seal-before-merge.ts";

type MergeJob = { id: string; task: string };

/**
 * Merges the approved tree into the target branch.
 *
 * The task's log is verified and sealed first, and only the content that it approves is merged. The transaction
 * that starts the merge checks the approval again. The target moves only from the commit it had then, and only
 * while the task is locked, so that every other command runs before or after the move.
 */
export async function merge(scope: EngineScope, job: MergeJob): Promise<void> {
  const read = await readMergeContext(scope, job.task);
  if (read === null) return;
  if ("damage" in read) return stopMerges(scope, read.repo, "log_damaged", read.damage);
  const { task, repository } = read;
  boundary("merge.begun");
  await waitUntilDue(scope, task.grace?.untilMs ?? null);
  const target = await followTarget(scope, task.repo, repository);
  if (target.is === "foreign") return; // the repository is on hold; its release starts the merge again
  if (target.tip !== repository.tip) return merge(scope, job); // the policy of the accepted tip applies
  if (!(await sealBeforeMerge(scope, task))) return;
  if (task.phase.is !== "merging" && !(await start(scope, job, read))) return;
  boundary("merge.started");
  await mergeRound(scope, job, { ...read, tip: target.tip });
}

/** Starts the merge. Returns false if the task has moved on. */
async function start(
  scope: EngineScope,
  job: MergeJob,
  { round }: Pick<MergeContext, "round">,
): Promise<boolean> {
  const started = await executeAsEngine(scope, {
    task: job.task,
    key: ENGINE_KEYS.job(job.id, "started"),
    command: { type: "merge_started" },
    whileLocked: async (_, task) => {
      if (task?.phase.is === "approved") requireSameContent(task, round);
    },
  });
  return started !== null;
}

async function mergeRound(scope: EngineScope, job: MergeJob, merging: MergeContext): Promise<void> {
  const { task } = merging;
  const known = await findMove(scope, merging);
  const made = known ?? (await makeMerge(scope, merging));
  if ("failed" in made) return fail(scope, job, made.failed);
  if ("differs" in made) return reviewMergeResult(scope, job, made.differs);
  boundary("merge.made");
  if (known === null && !(await announce(scope, merging, made))) return;
  boundary("merge.announced");
  if (known === null)
    await scope.mirror.copyOut(merging.repository, { commit: made.commit, known: made.expected });
  const move = { ...made, isMoved: known !== null };
  const failure = await scope.targetTurns.take(scope.org, task.repo, () =>
    moveAndAccept(scope, job, merging, move),
  );
  if (failure !== null) return fail(scope, job, failure);
  boundary("merge.accepted");
  await followBases(scope, task.id);
}

/** Moves the target and accepts its new tip. Returns why the target did not move, or null on success. */
async function moveAndAccept(
  scope: EngineScope,
  job: MergeJob,
  merging: MergeContext,
  move: Move,
): Promise<MergeFailure | null> {
  const { repository, task } = merging;
  const isAcceptedAtOnce = await keepsPolicy(scope, repository, move.commit);
  let hasMoved = false;
  try {
    hasMoved = await moveWhileLocked(scope, job, merging, { ...move, isAcceptedAtOnce });
  } catch (error) {
    if (error instanceof NotMoved) return error.failure;
    throw error;
  }
  boundary("merge.recorded");
  if (!hasMoved || move.isMoved || isAcceptedAtOnce) return null;
  const acceptance = await acceptanceForTask(scope, task.id);
  await acceptTarget(scope, repository, move.commit, acceptance);
  return null;
}

/** A move to make, or one that the target already has. */
type Move = TargetMoveRecord & { isMoved: boolean };

/** Returns true if a commit has the policy that is in force, so that no other task is affected. */
async function keepsPolicy(
  { policies, org }: EngineScope,
  { id, policyDigest, problem }: StoredRepository,
  commit: string,
): Promise<boolean> {
  const found = await policies.at(org, id, commit);
  return problem === null && "policy" in found && found.policy.digest === policyDigest;
}

async function fail(scope: EngineScope, job: MergeJob, failure: MergeFailure): Promise<void> {
  const command = { type: "merge_failed", ...failure } as const;
  await executeAsEngine(scope, {
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

/**
 * Moves the target after the core accepts the merge, and records the move while the task is locked. Returns false
 * if the task has left the merge.
 */
async function moveWhileLocked(
  scope: EngineScope,
  job: MergeJob,
  { repository, round }: MergeContext,
  move: Move & { isAcceptedAtOnce: boolean },
): Promise<boolean> {
  let hasMoved = false;
  await executeAsEngine(scope, {
    task: job.task,
    key: ENGINE_KEYS.job(job.id, "merged"),
    command: { type: "merged", tree: move.tree, commit: move.commit },
    async whileLocked(session, task) {
      if (task?.phase.is === "merging") {
        requireSameContent(task, round);
        await requireAnnounced(session, task, move);
        await moveTarget(scope, session, repository, move);
        hasMoved = true;
        if (move.isAcceptedAtOnce) {
          const accepted = { from: move.expected, to: move.commit };
          acceptOwnMove(session, repository.id, accepted, movedFor(task.id));
        }
      }
      boundary("merge.moved");
    },
  });
  return hasMoved;
}

/**
 * Refuses another round, which has a merge of its own, and content that changed, which only tampering can cause. The
 * next attempt compares again.
 */
function requireSameContent({ id, round }: Task, { number, content }: Round): void {
  if (round?.number !== number)
    throw new CountersignError("stale_round", `${id} is in another round by now`, {
      details: { task: id },
    });
  if (round.content.head !== content.head)
    throw new Error(`the stored round of ${id} changed during its merge`);
}

/** Announces the move. Returns false if the task has left the merge in the meantime. */
async function announce(
  { transact }: EngineScope,
  { task, round }: MergeContext,
  move: TargetMoveRecord,
): Promise<boolean> {
  const subject = { task: task.id, round: round.number, repo: task.repo };
  return await transact((session) => announceMove(session, subject, move));
}

/**
 * Refuses a move whose announcement was voided in the meantime. A move that the target already has is recorded.
 */
async function requireAnnounced(
  session: Session,
  task: Task,
  { commit, isMoved }: Move,
): Promise<void> {
  const announced = await listMovesTo(session, task.repo, commit);
  if (isMoved || announced.some((move) => move.task === task.id && !move.isVoid)) return;
  throw new NotMoved({
    kind: "race",
    detail: "The merge was restarted in the meantime",
    files: [],
  });
}

/** Returns the move that the engine made for this round before it was interrupted. Null if there is none. */
async function findMove(
  scope: EngineScope,
  { task, announced, tip }: MergeContext,
): Promise<TargetMoveRecord | null> {
  for (const move of announced)
    if ((await scope.mirror.mergeBase(task.repo, move.commit, tip)) === move.commit) return move;
  return null;
}

/** Moves the target, or finishes an interrupted move, and updates the worktrees. */
async function moveTarget(
  scope: EngineScope,
  session: Session,
  { id, path, target }: StoredRepository,
  { expected, commit, isMoved }: Move,
): Promise<void> {
  const move = { branch: target, expected, next: commit, isCopied: true } as const;
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
