import { createKeyedMutex } from "./keyed-mutex.ts";

/** Runs the moves and judgements of one repository's target one after the other, within this process. */
export type TargetTurns = {
  take<Result>(org: string, repo: string, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Turns save work and prove nothing: between a move of ours and its acceptance everybody else would see a target that
 * is not where it was accepted, and would each have the merge sealed and the target fetched again. Other processes do.
 *
 * A turn is taken before the lock of any task.
 */
export function createTargetTurns(): TargetTurns {
  const runExclusive = createKeyedMutex();
  return { take: (org, repo, work) => runExclusive(JSON.stringify([org, repo]), work) };
}
