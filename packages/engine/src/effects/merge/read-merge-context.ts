import type { Policy, Round, Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { type Session, SNAPSHOT } from "../../platform/transact.ts";
import { readRepository, type StoredRepository } from "../../store/organisation/repositories.ts";
import { type AnnouncedMove, listRoundMoves } from "../../store/tasks/moves.ts";
import { readVerifiedTask } from "../../store/tasks/read-verified-task.ts";
import { describeDamage, findApproval } from "./merge-evidence.ts";

/** A task in the merging state with the data that its merge needs, from one transaction. */
export type MergeContext = {
  task: Task;
  round: Round;
  policy: Policy;
  repository: StoredRepository;
  /** The announced moves of the round. */
  announced: readonly AnnouncedMove[];
  /** The entry and time of the last approval. They make a repeated merge produce the same commit. */
  approval: { seq: number; atMs: number };
  /** The current tip of the target. */
  tip: string;
};

/** Returns null for a task that is not merging, and `damage` if its log does not approve the content. */
export async function readMergeContext(
  { transact, policies }: EngineScope,
  id: string,
): Promise<Omit<MergeContext, "tip"> | { damage: string } | null> {
  const readAll = async (session: Session) => {
    const read = await readVerifiedTask(session, id);
    const damage = read && describeDamage(id, read);
    if (damage !== null) return { damage };
    if (read === null || "fault" in read) return null;
    const { task } = read;
    const { round } = task;
    const approval = findApproval(read);
    if (task.phase.is !== "merging" || round === null || approval === null) return null;
    const repository = await readRepository(session, task.repo);
    return {
      task,
      round,
      repository,
      policy: await policies.of(session, repository),
      announced: await listRoundMoves(session, task),
      approval,
    };
  };
  return await transact(readAll, SNAPSHOT);
}
