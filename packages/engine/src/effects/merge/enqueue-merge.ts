import type { EngineScope } from "../../execute/engine-scope.ts";
import { addForgeJobs, answerGroupsJob, followQueueJob } from "../../forge/forge-jobs.ts";
import { boundary } from "../../platform/boundary.ts";
import {
  type ForgeAttempt,
  type ForgeMergeResult,
  failedOnForge,
  readChangeAgain,
} from "./forge-attempt.ts";
import { prepareRequest } from "./request-merge.ts";

/**
 * Adds a pull request to the merge queue of its target, if its head is still the approved one. The task stays in the
 * merge until the target contains it, or until it has left the queue.
 */
export async function enqueueMerge(
  scope: EngineScope,
  attempt: ForgeAttempt,
): Promise<ForgeMergeResult> {
  const { place, merging, number } = attempt;
  const { forge, link } = place;
  if (await isQueued(attempt)) return await followLater(scope, attempt);
  const ended = await prepareRequest(scope, attempt);
  if (ended !== null) return ended;
  const head = merging.round.resultOf ?? merging.round.content.head;
  const answer = await forge.enqueue(link.forge, number, head);
  boundary("forge_queue.requested");
  if (answer.outcome === "head_moved") return await readChangeAgain(scope, attempt);
  if (answer.outcome === "not_mergeable" && !(await isQueued(attempt)))
    return failedOnForge("network", `Pull request ${number} was not queued: ${answer.detail}`);
  return await followLater(scope, attempt);
}

async function isQueued({ place, number }: ForgeAttempt): Promise<boolean> {
  const { forge, link, repository } = place;
  const queue = await forge.queue(link.forge, repository.target);
  return queue.some((entry) => entry.number === number);
}

async function followLater(
  scope: EngineScope,
  { merging }: ForgeAttempt,
): Promise<ForgeMergeResult> {
  const { repo } = merging.task;
  const jobs = [followQueueJob(repo), answerGroupsJob(repo, null)];
  await scope.transact((session) => addForgeJobs(scope, session, jobs));
  return { is: "settled" };
}
