import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { acceptOwnMove, type StoredRepository } from "../../store/organisation/repositories.ts";
import { type PreparedProof, prepareProof } from "../../store/proofs/proof-chain.ts";
import { announceMove, type TargetMoveRecord } from "../../store/tasks/moves.ts";
import { acceptanceForTask, acceptTarget, movedFor } from "../../target/accept-target.ts";
import { findTrustFiles, trustFilesText } from "../../target/find-trust-files.ts";
import { followTarget } from "../../target/follow-target.ts";
import { copyProofs, proveMerges, publishMoves } from "../../target/prove-merge.ts";
import { type MergeContext, readMergeContext } from "../../target/read-merge-context.ts";
import { waitUntilDue } from "../timers/wake-task.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { canProveMerges } from "./can-prove-merges.ts";
import { followBases } from "./follow-bases.ts";
import { makeMerge } from "./make-merge.ts";
import { fetchForgeTarget, mergeOnForge } from "./merge-on-forge.ts";
import { landLocally, mergeTrain } from "./merge-train.ts";
import {
  findMove,
  moveOwnTarget,
  NotMoved,
  type OwnMove,
  requireAnnounced,
  requireSameContent,
} from "./own-move.ts";
import { reviewMergeResult } from "./review-merge-result.ts";
import { sealBeforeMerge, stopMerges } from "./seal-before-merge.ts";
import { waitForSharedHead } from "./wait-for-shared-head.ts";

type MergeJob = { id: string; task: string };

/**
 * Merges the approved tree into the target branch.
 *
 * The task's log is verified and sealed first, and only the content that it approves is merged. The transaction
 * that starts the merge checks the approval again. The target moves only from the commit it had then, and only
 * while the task is locked, so that every other command runs before or after the move. Other tasks that are ready
 * are merged with it, as a train. A pull request is merged on its forge.
 */
export async function merge(scope: EngineScope, job: MergeJob): Promise<void> {
  const read = await readMergeContext(scope, job.task);
  if (read === null) return;
  if ("damage" in read) return stopMerges(scope, read.repo, "log_damaged", read.damage);
  const { task, repository } = read;
  boundary("merge.begun");
  await waitUntilDue(scope, task.grace?.untilMs ?? null);
  if (await waitForSharedHead(scope, read)) return;
  await fetchForgeTarget(scope, read);
  const target = await followTarget(scope, task.repo, repository);
  if (target.is === "foreign") return; // the repository is on hold; its release starts the merge again
  if (target.tip !== repository.tip) return merge(scope, job); // the policy of the accepted tip applies
  if (!(await canProveMerges(scope, read))) return;
  if (!(await sealBeforeMerge(scope, task))) return;
  if (task.phase.is !== "merging" && !(await start(scope, job, read))) return;
  boundary("merge.started");
  await mergeStarted(scope, job, { ...read, tip: target.tip });
}

async function mergeStarted(
  scope: EngineScope,
  job: MergeJob,
  merging: MergeContext,
): Promise<void> {
  const files = findTrustFiles(merging.round);
  if (files.length > 0)
    return fail(scope, job, { kind: "trust_files", detail: trustFilesText(files), files });
  const onForge = await mergeOnForge(scope, merging);
  if (onForge.is === "failed") return fail(scope, job, onForge.failure);
  if (onForge.is === "differs") return reviewMergeResult(scope, job, onForge.content);
  if (onForge.is === "settled") return followBases(scope, merging.task.id);
  const train = await mergeTrain(scope, merging, landLocally(scope));
  if (train === "alone") await mergeRound(scope, job, merging);
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
  const made = known === null ? await makeMerge(scope, merging) : { ...known, proof: null };
  if ("failed" in made) return fail(scope, job, made.failed);
  if ("differs" in made) return reviewMergeResult(scope, job, made.differs);
  boundary("merge.made");
  const [proof = null] = await proveMerges(scope, [{ merging, ...made }]);
  if (known === null && !(await announce(scope, merging, { ...made, proof }))) return;
  boundary("merge.announced");
  if (known === null)
    await scope.mirror.copyOut(merging.repository, { commit: made.commit, known: made.expected });
  await copyProofs(scope, merging.repository, proof === null ? [] : [proof]);
  const tip = known?.tip ?? made.commit;
  const move = { ...made, proof, tip, isMoved: known !== null };
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
  move: TaskMove,
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

/** A task's own merge commit, and the move of the target that contains it. */
type TaskMove = TargetMoveRecord & OwnMove & { proof: PreparedProof | null };

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

/**
 * Moves the target after the core accepts the merge, and records the move while the task is locked. Returns false
 * if the task has left the merge.
 */
async function moveWhileLocked(
  scope: EngineScope,
  job: MergeJob,
  { repository, round, chain }: MergeContext,
  move: TaskMove & { isAcceptedAtOnce: boolean },
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
        await moveOwnTarget(scope, session, repository, move);
        const proofs = move.proof === null ? "prepared" : [move.proof];
        await publishMoves(scope, session, repository, { chain, commits: [move.commit], proofs });
        hasMoved = true;
        if (move.isAcceptedAtOnce) {
          const accepted = { from: move.expected, to: move.tip };
          acceptOwnMove(session, repository.id, accepted, movedFor([task.id]));
        }
      }
      boundary("merge.moved");
    },
  });
  return hasMoved;
}

/** Announces the move. Returns false if the task has left the merge in the meantime. */
async function announce(
  { transact }: EngineScope,
  { task, round }: MergeContext,
  move: TargetMoveRecord & { proof: PreparedProof | null },
): Promise<boolean> {
  const subject = { task: task.id, round: round.number, repo: task.repo };
  return await transact(async (session) => {
    if (move.proof !== null) await prepareProof(session, task.repo, move.proof);
    return await announceMove(session, subject, move);
  });
}
