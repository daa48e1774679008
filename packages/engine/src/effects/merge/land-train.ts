import { CountersignError, type Task } from "@countersign/core";
import { commandContext } from "../../execute/command-context.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { isSuperseded } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import type { Session } from "../../platform/transact.ts";
import { ENGINE } from "../../store/names/engine-keys.ts";
import { acceptOwnMove } from "../../store/organisation/repositories.ts";
import { type PreparedProof, prepareProof } from "../../store/proofs/proof-chain.ts";
import { announceMove } from "../../store/tasks/moves.ts";
import { movedFor } from "../../target/accept-target.ts";
import { copyProofs, proveMerges, publishMoves } from "../../target/prove-merge.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { moveOwnTarget, NotMoved, requireAnnounced, requireSameContent } from "./own-move.ts";
import type { StackedMember } from "./stack-train.ts";
import { memberKey, startMember } from "./train-members.ts";

/** `left`: a task is no longer being merged as it was read, so that nothing moved. */
export type LandOutcome = "landed" | "left" | { failed: MergeFailure };

/**
 * Moves the target once, to the last commit of a train whose checks passed.
 *
 * Every task is locked while the target moves, and is recorded as merged with its own commit in the same transaction.
 * If one of them has left, nothing moves.
 */
export async function landTrain(
  scope: EngineScope,
  train: readonly [StackedMember, ...StackedMember[]],
): Promise<LandOutcome> {
  const [{ member: first }] = train;
  const { repository, tip: expected } = first;
  const tip = (train.at(-1) ?? train[0]).commit;
  for (const { member } of train) if (!(await startMember(scope, member))) return "left";
  boundary("train.started");
  const proofs = await proveMerges(
    scope,
    train.map(({ member: merging, ...made }) => ({ merging, ...made })),
  );
  const move = { expected, tip, proofs, isMoved: false };
  try {
    await scope.transact((session) => announceTrain(session, train, move));
    boundary("train.announced");
    await scope.mirror.copyOut(repository, { commit: tip, known: expected });
    await copyProofs(scope, repository, proofs);
    await scope.targetTurns.take(scope.org, repository.id, () => moveTogether(scope, train, move));
    boundary("train.recorded");
    return "landed";
  } catch (error) {
    if (error instanceof NotMoved) return { failed: error.failure };
    if (isSuperseded(error)) return "left";
    throw error;
  }
}

type TrainMove = {
  expected: string;
  tip: string;
  proofs: readonly PreparedProof[];
  isMoved: boolean;
};

/** Announces the moves of all members, or of none: an incomplete train must not be recognised as ours. */
async function announceTrain(
  session: Session,
  train: readonly [StackedMember, ...StackedMember[]],
  { expected, tip, proofs }: TrainMove,
): Promise<void> {
  for (const proof of proofs) await prepareProof(session, train[0].member.repository.id, proof);
  const inOrder = train.toSorted((one, other) =>
    one.member.task.id < other.member.task.id ? -1 : 1,
  );
  for (const { member, commit, tree, nonce } of inOrder) {
    const { task, round } = member;
    const subject = { task: task.id, round: round.number, repo: task.repo };
    const own = { expected, commit, tree, nonce };
    if (!(await announceMove(session, subject, own, tip))) throw leftTrain(task);
  }
}

async function moveTogether(
  scope: EngineScope,
  train: readonly [StackedMember, ...StackedMember[]],
  move: TrainMove,
): Promise<void> {
  const commands = train.map(({ member, commit, tree }) => ({
    ...commandContext(scope, ENGINE),
    task: member.task.id,
    key: memberKey(scope, member, "merged"),
    command: { type: "merged", tree, commit } as const,
    async whileLocked(session: Session, task: Task | null) {
      if (task?.phase.is !== "merging") throw leftTrain(member.task);
      requireSameContent(task, member.round);
      await requireAnnounced(session, task, move);
    },
  }));
  const { repository, chain } = train[0].member;
  const commits = train.map(({ commit }) => commit);
  await scope.store.executeTogether(scope.org, commands, async (session) => {
    await moveOwnTarget(scope, session, repository, move);
    await publishMoves(scope, session, repository, { chain, commits, proofs: move.proofs });
    const accepted = { from: move.expected, to: move.tip };
    const merged = movedFor(train.map(({ member }) => member.task.id));
    acceptOwnMove(session, repository.id, accepted, merged);
    boundary("train.moved");
  });
}

function leftTrain({ id }: Pick<Task, "id">): CountersignError {
  return new CountersignError("wrong_state", `${id} is no longer being merged`);
}
