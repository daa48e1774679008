import type { Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { findCheckOutcome } from "../../forge/check-state.ts";
import { findUnreviewed } from "../../forge/shared-check.ts";
import { readClock } from "../../platform/read-clock.ts";
import {
  findChangeOfTask,
  listOpenChanges,
  type StoredChange,
} from "../../store/forge/stored-changes.ts";
import { JOB_IDS } from "../../store/names/job-ids.ts";
import { mergeJob } from "../../store/names/merge-job.ts";
import { readRepository } from "../../store/organisation/repositories.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";

/** Milliseconds until a merge looks again at the pull requests that share its head. */
const WAIT_MS = 3_000;

/**
 * Postpones a merge while another open pull request with the same head is not approved, or not reviewed at all. Both
 * share one check, which is not green then, so the forge would refuse the merge. Waiting does not count as a try.
 * Returns false if the merge need not wait.
 */
export async function waitForSharedHead(
  scope: EngineScope,
  { task, policy }: Pick<MergeContext, "task" | "policy">,
): Promise<boolean> {
  // With `push` the check is on our own merge commit.
  if (scope.forge === undefined || policy.merge.through === "push") return false;
  if (task.phase.is !== "approved") return false;
  const change = await scope.read((session) => findChangeOfTask(session, task.id));
  if (change === null || !(await hasUnapprovedTwin(scope, change))) return false;
  await scope.transact(async (session) => {
    const bucket = Math.ceil((await readClock(session)) / WAIT_MS);
    const id = JOB_IDS.mergeAgain(scope.org, task.id, task.seq, bucket);
    await scope.queue.enqueue(session.client, [mergeJob(scope.org, task, id, WAIT_MS)]);
  });
  return true;
}

async function hasUnapprovedTwin(
  scope: EngineScope,
  { repo, number, head }: StoredChange,
): Promise<boolean> {
  const nowMs = await scope.read(readClock);
  const open = await scope.read((session) => listOpenChanges(session, repo, head));
  const { target } = await scope.read((session) => readRepository(session, repo));
  for (const other of open) {
    if (other.number === number) continue;
    const { taskId } = other;
    const task: Task | null = taskId === null ? null : await scope.store.load(scope.org, taskId);
    if (task === null || findUnreviewed(other, task, target) !== null) return true;
    if (findCheckOutcome(task, head, nowMs).state !== "success") return true;
  }
  return false;
}
