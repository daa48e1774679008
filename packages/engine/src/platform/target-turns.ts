import { createKeyedMutex } from "./keyed-mutex.ts";

/** Serializes the moves and judgements of one repository's target within this process. */
export type TargetTurns = {
  take<Result>(org: string, repo: string, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Creates the turns. They save work but guarantee nothing: between our own move and its acceptance, other
 * callers would see a target that is not at its accepted commit, and each would seal the merge and fetch the
 * target again. Other processes still do.
 *
 * Take a turn before locking any task.
 */
export function createTargetTurns(): TargetTurns {
  const runExclusive = createKeyedMutex();
  return { take: (org, repo, work) => runExclusive(JSON.stringify([org, repo]), work) };
}
