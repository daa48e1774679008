import type { Content } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { fetchTarget } from "../../forge/fetch-target.ts";
import { addForgeJobs, syncJob } from "../../forge/forge-jobs.ts";
import type { ForgePlace } from "../../forge/forge-place.ts";
import { submittedHead } from "../../forge/plan-change.ts";
import type { ForgeChange } from "../../ports/forge.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import type { MergeFailure } from "./blocked-checkout.ts";

/** The merge of an approved pull request on its forge. */
export type ForgeAttempt = { place: ForgePlace; merging: MergeContext; number: number };

/**
 * How a merge on a forge ended. `local`: the repository is on no forge. `settled`: the task has ended, or another job
 * continues.
 */
export type ForgeMergeResult =
  | { is: "local" | "settled" }
  | { is: "failed"; failure: MergeFailure }
  | { is: "differs"; content: Content };

export function forgeFailure(kind: "network" | "race" | "moved", detail: string): MergeFailure {
  return { kind, detail: `${detail}.`.slice(0, 2_000), files: [] };
}

export function failedOnForge(
  kind: "network" | "race" | "moved",
  detail: string,
): ForgeMergeResult {
  return { is: "failed", failure: forgeFailure(kind, detail) };
}

/** Returns true if a pull request is open and has the head that its task submitted. */
export function hasApprovedHead(
  { state, head }: Pick<ForgeChange, "state" | "head">,
  { task }: Pick<MergeContext, "task">,
): boolean {
  return state === "open" && head.commit === submittedHead(task);
}

/** Reads a pull request again that no longer has the approved head. */
export async function readChangeAgain(
  scope: EngineScope,
  { merging, number }: ForgeAttempt,
): Promise<ForgeMergeResult> {
  const { repo } = merging.task;
  await scope.transact((session) => addForgeJobs(scope, session, [syncJob({ repo, number })]));
  return failedOnForge("race", `Pull request ${number} has changed since it was approved`);
}

/** Ends the task if the target contains exactly its merge. Otherwise reading the target has put it on hold. */
export async function settleOnForge(
  scope: EngineScope,
  { place, merging }: ForgeAttempt,
): Promise<ForgeMergeResult> {
  await fetchTarget(scope, place);
  if (!(await isStillMerging(scope, merging))) return { is: "settled" };
  const { host } = place.link;
  return failedOnForge("race", `${host} merged something else than what was approved`);
}

async function isStillMerging(
  { store, org }: EngineScope,
  { task }: Pick<MergeContext, "task">,
): Promise<boolean> {
  return (await store.load(org, task.id))?.phase.is === "merging";
}
