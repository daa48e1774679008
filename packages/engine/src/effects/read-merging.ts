import type { Policy, Round, Task } from "@countersign/core";
import type { Parts } from "../commands/parts.ts";
import { readLog } from "../store/event-log.ts";
import { type AnnouncedMove, movesOfRound } from "../store/moves.ts";
import { readRepository, type StoredRepository } from "../store/repositories.ts";
import { loadTask } from "../store/task-store.ts";
import { type Session, transact } from "../store/transact.ts";

/** A task that is being merged, and all that its merge needs, of one moment. */
export type Merging = {
  task: Task;
  round: Round;
  policy: Policy;
  repository: StoredRepository;
  /** The moves that were announced for the round. */
  announced: readonly AnnouncedMove[];
  /** The entry of the last approval, and when it was given: a repeat makes the same commit. */
  approval: { seq: number; atMs: number };
  /** Where the target is. */
  tip: string;
};

/** Null for a task that is not being merged. */
export async function readMerging(
  { pool, policies }: Parts,
  org: string,
  id: string,
): Promise<Omit<Merging, "tip"> | null> {
  return await transact(pool, org, async (session) => {
    const task = await loadTask(session, org, id);
    const round = task?.round;
    if (task?.phase.is !== "merging" || !round) return null;
    const repository = await readRepository(session, org, task.repo);
    return {
      task,
      round,
      repository,
      policy: await policies.of(org, repository),
      announced: await movesOfRound(session, org, task),
      approval: await lastApproval(session, org, id),
    };
  });
}

async function lastApproval(session: Session, org: string, task: string) {
  const log = await readLog(session, org, task, 1);
  return log.findLast(({ event }) => event.type === "approved") ?? { seq: 0, atMs: 0 };
}
