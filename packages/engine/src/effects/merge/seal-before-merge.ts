import { CountersignError, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { type HoldWhy, holdRepository } from "../../store/organisation/repositories.ts";

/**
 * Seals a task's log to its end before its merge.
 *
 * If the database lacks a seal that the copy has, holds the repository's merges until a person has looked, and
 * returns false.
 */
export async function sealBeforeMerge(
  scope: EngineScope,
  { id, seq, repo }: Task,
): Promise<boolean> {
  try {
    await scope.sealer.untilSealed(scope.org, id, seq);
    return true;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== "on_hold") throw error;
    await stopMerges(scope, repo, "seal_lost", error.message);
    return false;
  }
}

/** Holds the merges of a repository until a person has looked. */
export async function stopMerges(
  scope: EngineScope,
  repo: string,
  why: HoldWhy,
  detail: string,
): Promise<void> {
  await scope.transact((session) => holdRepository(session, repo, why, detail));
  scope.log({
    level: "error",
    event: "merges_stopped",
    fields: { org: scope.org, repo, cause: why },
  });
}
