import type { EngineScope } from "../../execute/engine-scope.ts";
import { publishReport } from "../../forge/publish-report.ts";
import { boundary } from "../../platform/boundary.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import { mergeText } from "./commit-merge.ts";
import {
  type ForgeAttempt,
  type ForgeMergeResult,
  failedOnForge,
  readChangeAgain,
  settleOnForge,
} from "./forge-attempt.ts";
import { makeMerge } from "./make-merge.ts";

/** Checks our own merge of a pull request and publishes its report. Null if the forge may merge it now. */
export async function prepareRequest(
  scope: EngineScope,
  { merging, number }: ForgeAttempt,
): Promise<ForgeMergeResult | null> {
  const made = await makeMerge(scope, merging);
  if ("failed" in made) return { is: "failed", failure: made.failed };
  if ("differs" in made) return { is: "differs", content: made.differs };
  boundary("forge_merge.checked");
  const { repo } = merging.task;
  await publishReport(scope, { repo, number, cause: "changed", refusal: null });
  return null;
}

/** Lets the forge merge a pull request, if its head is still the approved one. */
export async function requestMerge(
  scope: EngineScope,
  attempt: ForgeAttempt,
): Promise<ForgeMergeResult> {
  const { place, merging, number } = attempt;
  const { forge, link } = place;
  const ended = await prepareRequest(scope, attempt);
  if (ended !== null) return ended;
  const { outcome } = await forge.merge(link.forge, number, {
    method: mergeMethod(merging),
    head: merging.round.resultOf ?? merging.round.content.head,
    ...mergeText(merging.task, merging.round),
  });
  boundary("forge_merge.requested");
  if (outcome === "head_moved") return await readChangeAgain(scope, attempt);
  if (outcome === "not_mergeable")
    return failedOnForge("network", `${link.host} does not merge pull request ${number} now`);
  const after = await forge.change(link.forge, number);
  if (after.state === "merged") return await settleOnForge(scope, attempt);
  return failedOnForge("network", `${link.host} has not merged pull request ${number} yet`);
}

function mergeMethod({ policy }: MergeContext): "merge" | "squash" | "rebase" {
  const { strategy } = policy.merge;
  return strategy === "none" ? "merge" : strategy;
}
