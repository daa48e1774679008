import type { Policy, Round, Task } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import type { Parts } from "../commands/parts.ts";
import { readLog } from "../store/event-log.ts";
import { readRepository, type StoredRepository } from "../store/repositories.ts";
import { moves } from "../store/schema.ts";
import { loadTask } from "../store/task-store.ts";
import { type Session, transact } from "../store/transact.ts";

/** Brings the target from one commit to another. */
export type Move = { expected: string; commit: string; tree: string };

/** A task that is being merged, and all that its merge needs, of one moment. */
export type Merging = {
  task: Task;
  round: Round;
  policy: Policy;
  repository: StoredRepository;
  /** The moves that were announced for the round. */
  announced: readonly Move[];
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
      announced: await announcedMoves(session, org, task, round),
      approval: await lastApproval(session, org, id),
    };
  });
}

async function lastApproval(session: Session, org: string, task: string) {
  const log = await readLog(session, org, task, 1);
  return log.findLast(({ event }) => event.type === "approved") ?? { seq: 0, atMs: 0 };
}

async function announcedMoves({ db }: Session, org: string, task: Task, { number }: Round) {
  return await db
    .select({ expected: moves.expected, commit: moves.next, tree: moves.tree })
    .from(moves)
    .where(
      and(
        eq(moves.orgId, org),
        eq(moves.repo, task.repo),
        eq(moves.taskId, task.id),
        eq(moves.round, number),
      ),
    );
}
