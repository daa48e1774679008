import type { Content } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { addForgeJobs, syncJob } from "../../forge/forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "../../forge/forge-place.ts";
import { submittedHead } from "../../forge/plan-change.ts";
import { publishReport } from "../../forge/publish-report.ts";
import { boundary } from "../../platform/boundary.ts";
import { ForgeError } from "../../ports/forge.ts";
import {
  type LinkedRepository,
  readLinkedRepository,
} from "../../store/forge/linked-repositories.ts";
import { reserveRequest } from "../../store/forge/request-budget.ts";
import { findChangeOfTask, type StoredChange } from "../../store/forge/stored-changes.ts";
import { followTarget } from "../../target/follow-target.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { mergeText } from "./commit-merge.ts";
import { makeMerge } from "./make-merge.ts";

/** One write, and the reads around it. */
const COST = { writes: 1, points: 10 };

/**
 * How a merge by a forge ended. `local`: the repository is on no forge. `moved`: the target has moved, so the merge
 * starts again. `settled`: the task has ended, or another job continues.
 */
type ForgeMergeResult =
  | { is: "local" | "moved" | "settled" }
  | { is: "failed"; failure: MergeFailure }
  | { is: "differs"; content: Content };

/**
 * Lets the forge merge an approved pull request.
 *
 * Our own trial merge is checked first. The forge is told which head it must merge, but not onto which target, so
 * nothing that it answers is believed: the merge is done when the fetched target contains exactly what our trial merge
 * contains. Any other tree holds the repository.
 */
export async function mergeOnForge(
  scope: EngineScope,
  merging: MergeContext,
): Promise<ForgeMergeResult> {
  const { task } = merging;
  const [link, change] = await scope.readTogether<[LinkedRepository | null, StoredChange | null]>([
    (session) => readLinkedRepository(session, task.repo),
    (session) => findChangeOfTask(session, task.id),
  ]);
  if (link === null) return { is: "local" };
  const place = await openForgePlace(scope, task.repo);
  if (place === null) return failed("network", `This engine is not connected to ${link.host}`);
  if (change === null)
    return failed("moved", `Only ${link.host} merges here. Open a pull request for this work`);
  const key = { host: link.host, installation: link.forge.installation };
  const waitMs = await scope.transact((session) => reserveRequest(session, key, COST));
  if (waitMs > 0) return failed("network", `The rate limit of ${link.host} is used up`);
  try {
    return await requestMerge(scope, place, merging, change.number);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return failed("network", `${link.host} did not answer as expected: ${error.message}`);
  }
}

async function requestMerge(
  scope: EngineScope,
  place: ForgePlace,
  merging: MergeContext,
  number: number,
): Promise<ForgeMergeResult> {
  const { task, round, tip } = merging;
  const { forge, link } = place;
  const before = await forge.change(link.forge, number);
  if (before.state === "merged") return await settle(scope, place, merging);
  if (before.state !== "open" || before.head.commit !== submittedHead(task))
    return await changed(scope, merging, number);
  const target = await fetchTarget(scope, place);
  if (target.is === "foreign") return failed("race", "The target has moved outside countersign");
  if (target.tip !== tip) return { is: "moved" };
  const made = await makeMerge(scope, merging);
  if ("failed" in made) return { is: "failed", failure: made.failed };
  if ("differs" in made) return { is: "differs", content: made.differs };
  boundary("forge_merge.checked");
  await publishReport(scope, { repo: task.repo, number, cause: "changed", refusal: null });
  const { outcome } = await forge.merge(link.forge, number, {
    method: mergeMethod(merging),
    head: before.head.commit,
    ...mergeText(task, round),
  });
  boundary("forge_merge.requested");
  if (outcome === "head_moved") return await changed(scope, merging, number);
  if (outcome === "not_mergeable")
    return failed("network", `${link.host} does not merge pull request ${number} now`);
  const after = await forge.change(link.forge, number);
  if (after.state === "merged") return await settle(scope, place, merging);
  return failed("network", `${link.host} has not merged pull request ${number} yet`);
}

function mergeMethod({ policy }: MergeContext): "merge" | "squash" | "rebase" {
  const { strategy } = policy.merge;
  return strategy === "none" ? "merge" : strategy;
}

/** Reads a pull request again that no longer has the approved head. */
async function changed(
  scope: EngineScope,
  { task: { repo } }: MergeContext,
  number: number,
): Promise<ForgeMergeResult> {
  await scope.transact((session) => addForgeJobs(scope, session, [syncJob({ repo, number })]));
  return failed("race", `Pull request ${number} has changed since it was approved`);
}

/** Ends the task if the target contains exactly its merge. Otherwise reading the target has put it on hold. */
async function settle(
  scope: EngineScope,
  place: ForgePlace,
  { task }: MergeContext,
): Promise<ForgeMergeResult> {
  await fetchTarget(scope, place);
  const now = await scope.store.load(scope.org, task.id);
  if (now?.phase.is !== "merging") return { is: "settled" };
  return failed("race", `${place.link.host} merged something else than what was approved`);
}

/** Fetches the target into our clone and judges its commits. */
async function fetchTarget(scope: EngineScope, { forge, link, repository }: ForgePlace) {
  const refs = { branches: [repository.target], changes: [] };
  await forge.fetchInto(link.forge, repository.gitDir ?? repository.path, refs);
  return await followTarget(scope, repository.id);
}

function failed(kind: "network" | "race" | "moved", detail: string): ForgeMergeResult {
  return { is: "failed", failure: { kind, detail: `${detail}.`.slice(0, 2_000), files: [] } };
}
