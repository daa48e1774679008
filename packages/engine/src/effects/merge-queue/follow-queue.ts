import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { callForge } from "../../forge/call-forge.ts";
import { fetchTarget } from "../../forge/fetch-target.ts";
import { addForgeJobs, answerGroupsJob, followQueueJob, syncJob } from "../../forge/forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "../../forge/forge-place.ts";
import { findChangeOfTask } from "../../store/forge/stored-changes.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { listRepositoryTasks } from "../../target/list-repository-tasks.ts";
import { forgeFailure } from "../merge/forge-attempt.ts";

const COST = { writes: 0, points: 5 };

/**
 * Reads the target and the queue again while tasks wait there. A task whose pull request has left the queue unmerged
 * leaves the merge, which is repeated later. It runs between the merges of the repository, so every task that is
 * merging was added to the queue, or its merge was interrupted.
 */
export async function followQueue(scope: EngineScope, { repo }: { repo: string }): Promise<void> {
  const place = await openForgePlace(scope, repo);
  if (place === null) return;
  const again = (delayMs: number) => followQueueJob(repo, delayMs);
  await callForge(scope, place, { cost: COST, again }, async () => {
    await fetchTarget(scope, place);
    const waiting = await listRepositoryTasks(scope, repo, ["merging"]);
    if (waiting.length === 0) return await answerLastGroups(scope, repo);
    const queue = await place.forge.queue(place.link.forge, place.repository.target);
    const queued = new Set(queue.map(({ number }) => number));
    for (const task of waiting) await releaseUnqueued(scope, place, task, queued);
    const jobs = [followQueueJob(repo), answerGroupsJob(repo, null)];
    await scope.transact((session) => addForgeJobs(scope, session, jobs));
  });
}

/** Lets the groups be read once more, so that the branches of those that have ended are removed. */
async function answerLastGroups(scope: EngineScope, repo: string): Promise<void> {
  await scope.transact((session) => addForgeJobs(scope, session, [answerGroupsJob(repo, null)]));
}

async function releaseUnqueued(
  scope: EngineScope,
  { forge, link, repository: { id: repo } }: ForgePlace,
  id: string,
  queued: ReadonlySet<number>,
): Promise<void> {
  const change = await scope.read((session) => findChangeOfTask(session, id));
  if (change === null || queued.has(change.number)) return;
  const { number } = change;
  const { state } = await forge.change(link.forge, number);
  const task = await scope.store.load(scope.org, id);
  // A merged pull request is on the target, which the next run fetches.
  if (state === "merged" || task?.phase.is !== "merging") return;
  await executeAsEngine(scope, {
    task: id,
    key: ENGINE_KEYS.train(scope.org, id, task.seq, "failed"),
    command: {
      type: "merge_failed",
      ...forgeFailure("network", `Pull request ${number} has left the merge queue of ${link.host}`),
    },
  });
  await scope.transact((session) => addForgeJobs(scope, session, [syncJob({ repo, number })]));
}
