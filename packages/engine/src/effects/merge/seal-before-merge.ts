import { CountersignError, type Task } from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { transact } from "../../platform/transact.ts";
import { type HoldWhy, holdRepository } from "../../store/organisation/repositories.ts";
import { readVerified } from "../../store/tasks/verify-log.ts";
import { describeDamage } from "./merge-evidence.ts";

const ONE_MOMENT = "BEGIN ISOLATION LEVEL REPEATABLE READ";

/**
 * Verifies a task's log before its merge: the log is intact and sealed to its end, the stored state is its fold,
 * and it approves exactly the content to merge.
 *
 * If it is not, or the database lacks a seal that the copy has, holds the repository's merges until a person has
 * looked.
 */
export async function sealBeforeMerge(
  parts: EngineDeps,
  org: string,
  task: Task,
): Promise<boolean> {
  const { id, seq, repo } = task;
  try {
    await parts.sealer.untilSealed(org, id, seq);
  } catch (error) {
    if (error instanceof CountersignError && error.code === "on_hold")
      return stopMerges(parts, org, repo, "seal_lost", error.message);
    throw error;
  }
  const read = await transact(
    parts.pool,
    org,
    (session) => readVerified(session, org, id),
    ONE_MOMENT,
  );
  const damage = read && describeDamage(id, read);
  return damage === null || stopMerges(parts, org, repo, "log_damaged", damage);
}

/** Holds the merges of a repository until a person has looked. */
export async function stopMerges(
  parts: EngineDeps,
  org: string,
  repo: string,
  why: HoldWhy,
  detail: string,
): Promise<false> {
  await transact(parts.pool, org, (session) => holdRepository(session, org, repo, why, detail));
  parts.log({ level: "error", event: "merges_stopped", fields: { org, repo, cause: why } });
  return false;
}
