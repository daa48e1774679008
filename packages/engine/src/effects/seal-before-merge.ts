import { CountersignError, type Task } from "@countersign/core";
import type { Parts } from "../commands/parts.ts";
import { type HoldWhy, holdRepository } from "../store/repositories.ts";
import { transact } from "../store/transact.ts";

/**
 * Whether a task may be merged as far as its log goes: it is what was written, and sealed to its end.
 *
 * Where it is not, or a seal outside the database is missing inside, the repository's merges are held
 * until a person has looked.
 */
export async function sealBeforeMerge(parts: Parts, org: string, task: Task): Promise<boolean> {
  const { id, seq, repo } = task;
  const hold = async (why: HoldWhy, detail: string): Promise<false> => {
    await transact(parts.pool, org, (session) => holdRepository(session, org, repo, why, detail));
    parts.log({ level: "error", event: "merges_stopped", fields: { org, repo, cause: why } });
    return false;
  };
  try {
    await parts.sealer.untilSealed(org, id, seq);
  } catch (error) {
    if (error instanceof CountersignError && error.code === "on_hold")
      return hold("seal_lost", error.message);
    throw error;
  }
  const fault = await parts.store.verify(org, id);
  if (fault === null) return true;
  return hold(
    "log_damaged",
    `The log of ${id} is not what was written, from entry ${fault.seq} on`,
  );
}
