import { CountersignError, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { SNAPSHOT } from "../../platform/transact.ts";
import { type HoldWhy, holdRepository } from "../../store/organisation/repositories.ts";
import { readVerifiedTask } from "../../store/tasks/read-verified-task.ts";
import { describeDamage } from "./merge-evidence.ts";

/**
 * Verifies a task's log before its merge: the log is intact and sealed to its end, the stored state is its fold,
 * and it approves exactly the content to merge.
 *
 * If it is not, or the database lacks a seal that the copy has, holds the repository's merges until a person has
 * looked.
 */
export async function sealBeforeMerge(scope: EngineScope, task: Task): Promise<boolean> {
  const { id, seq, repo } = task;
  try {
    await scope.sealer.untilSealed(scope.org, id, seq);
  } catch (error) {
    if (error instanceof CountersignError && error.code === "on_hold")
      return stopMerges(scope, repo, "seal_lost", error.message);
    throw error;
  }
  const read = await scope.transact((session) => readVerifiedTask(session, id), SNAPSHOT);
  const damage = read && describeDamage(id, read);
  return damage === null || stopMerges(scope, repo, "log_damaged", damage);
}

/** Holds the merges of a repository until a person has looked. */
export async function stopMerges(
  scope: EngineScope,
  repo: string,
  why: HoldWhy,
  detail: string,
): Promise<false> {
  await scope.transact((session) => holdRepository(session, repo, why, detail));
  scope.log({
    level: "error",
    event: "merges_stopped",
    fields: { org: scope.org, repo, cause: why },
  });
  return false;
}
