import type { Policy, Round, Task } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { ChainedEntry } from "../store/organisation/hash-chain.ts";
import { readTaskRepository, type StoredRepository } from "../store/organisation/repositories.ts";
import type { ChainEnd } from "../store/proofs/proof-chain.ts";
import { readTaskEvidence, type TaskEvidence } from "../store/proofs/task-evidence.ts";
import { EVERY_MONTH, readLog } from "../store/tasks/event-log.ts";
import { type AnnouncedMove, listTaskMoves } from "../store/tasks/moves.ts";
import { readTaskHead, type TaskHead } from "../store/tasks/read-task-head.ts";
import { verifyTask } from "../store/tasks/read-verified-task.ts";
import { describeDamage, findApproval } from "./merge-evidence.ts";

/** An approved or merging task with the data that its merge needs, verified and of one moment. */
export type MergeContext = {
  task: Task;
  round: Round;
  policy: Policy;
  repository: StoredRepository;
  /** The announced moves of the round. */
  announced: readonly AnnouncedMove[];
  /** The time of the approval. It makes a repeated merge produce the same commit. */
  approvedMs: number;
  /** The current tip of the target. */
  tip: string;
  /** The verified log of the task. */
  log: readonly ChainedEntry[];
  /** The end of the proofs of the target. Null if it has none. */
  chain: ChainEnd | null;
  /** What proves the merge besides the log, read with it. Null if the target has no proofs. */
  evidence: TaskEvidence | null;
};

/** Returns true if a round was approved under a policy, or past it. Otherwise it must not be merged under that policy. */
export function isPlannedUnder({ overridden, plan }: Round, { digest }: Policy): boolean {
  return overridden || plan?.policyDigest === digest;
}

/** A log that does not approve the content of its task. */
export type LogDamage = { repo: string; damage: string };

/**
 * Reads and verifies a task that may be merged: its log is intact, the stored state is its fold, and it approves
 * exactly the content of the round. Returns null for other tasks.
 */
export async function readMergeContext(
  scope: EngineScope,
  id: string,
): Promise<Omit<MergeContext, "tip"> | LogDamage | null> {
  const [head, log, repository, moves, evidence] = await scope.readTogether<
    [TaskHead | null, ChainedEntry[], StoredRepository | null, AnnouncedMove[], TaskEvidence | null]
  >([
    (session) => readTaskHead(session, id),
    (session) => readLog(session, id, 1, EVERY_MONTH),
    (session) => readTaskRepository(session, id),
    (session) => listTaskMoves(session, id),
    (session) => readTaskEvidence(session, id),
  ]);
  if (head === null || repository === null) return null;
  const read = verifyTask(scope.org, id, head, log);
  const damage = describeDamage(id, read);
  if (damage !== null) return { repo: repository.id, damage };
  const approval = "fault" in read ? null : findApproval(read);
  const { phase, round } = head.task;
  const isReady = phase.is === "approved" || phase.is === "merging";
  if (!isReady || round === null || approval === null) return null;
  return {
    task: head.task,
    round,
    repository,
    policy: await scope.policies.of(scope.reading, repository),
    announced: moves.filter((move) => move.round === round.number),
    approvedMs: approval.atMs,
    ...{ log, evidence, chain: evidence?.chain ?? null },
  };
}
