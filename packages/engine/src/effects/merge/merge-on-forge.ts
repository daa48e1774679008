import type { Policy } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { fetchTarget } from "../../forge/fetch-target.ts";
import { openForgePlace } from "../../forge/forge-place.ts";
import { ForgeError } from "../../ports/forge.ts";
import {
  type LinkedRepository,
  readLinkedRepository,
} from "../../store/forge/linked-repositories.ts";
import { pauseRequests, reserveRequest } from "../../store/forge/request-budget.ts";
import { findChangeOfTask, type StoredChange } from "../../store/forge/stored-changes.ts";
import { isPlannedUnder, type MergeContext } from "../../target/read-merge-context.ts";
import { enqueueMerge } from "./enqueue-merge.ts";
import {
  type ForgeAttempt,
  type ForgeMergeResult,
  failedOnForge,
  hasApprovedHead,
  readChangeAgain,
  settleOnForge,
} from "./forge-attempt.ts";
import { pushMerge } from "./push-merge.ts";
import { requestMerge } from "./request-merge.ts";
import { removeSideBranch } from "./side-branch.ts";

type MergeThrough = NonNullable<Policy["merge"]["through"]>;

/**
 * One write, and the reads around it. A push reads the pull requests of its train, and can need a second write at once:
 * the withdrawal of its green check.
 */
const COSTS: Readonly<Record<MergeThrough, { writes: number; points: number }>> = {
  host: { writes: 1, points: 10 },
  push: { writes: 2, points: 30 },
  queue: { writes: 1, points: 15 },
};

const MERGES: Readonly<
  Record<MergeThrough, (scope: EngineScope, attempt: ForgeAttempt) => Promise<ForgeMergeResult>>
> = { host: requestMerge, push: pushMerge, queue: enqueueMerge };

/** Milliseconds of a pause that the forge asked for without a time. */
const PAUSE_MS = 60_000;

/**
 * Merges an approved pull request on its forge.
 *
 * Our own trial merge is checked first. Nothing that the forge answers is believed: the merge is done when the fetched
 * target contains exactly what our trial merge contains. Any other tree holds the repository.
 */
export async function mergeOnForge(
  scope: EngineScope,
  merging: MergeContext,
): Promise<ForgeMergeResult> {
  const { task, policy } = merging;
  const [link, change] = await scope.readTogether<[LinkedRepository | null, StoredChange | null]>([
    (session) => readLinkedRepository(session, task.repo),
    (session) => findChangeOfTask(session, task.id),
  ]);
  if (link === null) return { is: "local" };
  const place = await openForgePlace(scope, task.repo);
  if (place === null)
    return failedOnForge("network", `This engine is not connected to ${link.host}`);
  if (change === null)
    return failedOnForge(
      "moved",
      `Only ${link.host} merges here. Open a pull request for this work`,
    );
  const key = { host: link.host, installation: link.forge.installation };
  const cost = COSTS[throughOf(policy)];
  const waitMs = await scope.transact((session) => reserveRequest(session, key, cost));
  if (waitMs > 0) return failedOnForge("network", `The rate limit of ${link.host} is used up`);
  try {
    return await attemptMerge(scope, { place, merging, number: change.number });
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const pauseMs = error.retryAfterMs ?? PAUSE_MS;
    if (error.kind === "wait")
      await scope.transact((session) => pauseRequests(session, key, pauseMs));
    return failedOnForge("network", `${link.host} did not answer as expected: ${error.message}`);
  }
}

function throughOf({ merge }: Policy): MergeThrough {
  return merge.through ?? "host";
}

/**
 * Fetches the target of a repository on a forge before a merge starts, so that the merge is judged by the policy that
 * the forge has now. Without an answer the merge itself reports why.
 */
export async function fetchForgeTarget(
  scope: EngineScope,
  { task, policy }: Pick<MergeContext, "task" | "policy">,
): Promise<void> {
  const place = await openForgePlace(scope, task.repo);
  if (place === null) return;
  const isInterruptedPush = task.phase.is === "merging" && throughOf(policy) === "push";
  try {
    if (isInterruptedPush) await removeSideBranch(scope, place);
    await fetchTarget(scope, place);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
  }
}

async function attemptMerge(scope: EngineScope, attempt: ForgeAttempt): Promise<ForgeMergeResult> {
  const { place, merging, number } = attempt;
  const { round, policy, tip } = merging;
  if (!isPlannedUnder(round, policy)) return failedOnForge("race", "The policy has changed");
  const before = await place.forge.change(place.link.forge, number);
  if (before.state === "merged") return await settleOnForge(scope, attempt);
  if (!hasApprovedHead(before, merging)) return await readChangeAgain(scope, attempt);
  const target = await fetchTarget(scope, place);
  if (target.is === "foreign")
    return failedOnForge("race", "The target has moved outside countersign");
  if (target.tip !== tip) return failedOnForge("race", "The target has moved");
  return await MERGES[throughOf(policy)](scope, attempt);
}
