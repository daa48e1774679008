import { randomBytes } from "node:crypto";
import type { Content, Round } from "@countersign/core";
import { oneLine, type Task } from "@countersign/core";
import { unsandboxedRule } from "../../commands/repositories/unsandboxed-rule.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readJudges } from "../../review/checks/read-judges.ts";
import { runCheck } from "../../review/checks/run-check.ts";
import type { TargetMoveRecord } from "../../store/tasks/moves.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { blockedFailure, findBlockedCheckout } from "./blocked-checkout.ts";
import type { MergeContext } from "./read-merge-context.ts";
import { resultToReview } from "./review-merge-result.ts";

type MergeSides = { ours: string; theirs: string; base?: string };

/** The commit to move the target to, or why it cannot be made. */
type MergeAttempt = TargetMoveRecord | { failed: MergeFailure } | { differs: Content };

/** Creates the commit to move the target to, in the mirror only. */
export async function makeMerge(scope: EngineScope, merging: MergeContext): Promise<MergeAttempt> {
  const { task, round, policy, approvedMs, tip } = merging;
  const { head, target, tree: approved } = round.content;
  const mirror = scope.mirror;
  const { strategy, freshness } = policy.merge;
  if (await isMoved(scope, merging))
    return { failed: sentBack("moved", `${target} has moved since this work began`, []) };
  if (strategy === "rebase") {
    const failed = await judgePolicy(scope, merging, approved);
    return failed === null
      ? { expected: tip, commit: head, tree: approved, nonce: null }
      : { failed };
  }

  const trial = await mirror.trialMerge(task.repo, mergeSides(round, tip));
  if (trial.outcome === "conflict")
    return { failed: sentBack("conflict", `It conflicts with ${target}`, trial.paths) };
  if (freshness === "no-overlap" && trial.changedOnBothSides.length > 0) {
    const text = `${target} has changed the same files since this work began`;
    return { failed: sentBack("moved", text, trial.changedOnBothSides) };
  }
  const failed = await judgeResult(scope, merging, trial.tree);
  if (failed !== null) return { failed };
  const nonce = nonceFor(merging);
  const { commit } = await mirror.commitMerge(task.repo, {
    tree: trial.tree,
    parents: strategy === "squash" ? [tip] : [tip, head],
    message: mergeMessage(task, round, nonce),
    author: { name: task.assignee ?? "countersign", email: "countersign@localhost" },
    atSeconds: Math.trunc(approvedMs / 1_000),
  });
  return resultToReview(merging, { expected: tip, commit, tree: trial.tree, nonce });
}

/**
 * Returns the two sides of a merge. A stacked task is compared with its base task's content, because the target
 * may have that in another form, for example squashed.
 */
export function mergeSides({ content, baseTask }: Round, tip: string): MergeSides {
  const { base, head } = content;
  return { ours: tip, theirs: head, ...(baseTask !== undefined && { base }) };
}

/**
 * Returns true if the target has moved and the policy forbids that. The merge of the base task does not count.
 */
async function isMoved(
  scope: EngineScope,
  { task, round, policy, tip }: MergeContext,
): Promise<boolean> {
  const { strategy, freshness } = policy.merge;
  const { base, head } = round.content;
  const mirror = scope.mirror;
  const isStacked = round.baseTask !== undefined;
  if (strategy === "rebase")
    return tip !== base || (isStacked && (await mirror.mergeBase(task.repo, tip, head)) !== tip);
  if (freshness !== "strict" || tip === base) return false;
  if (!isStacked) return true;
  const { paths } = await mirror.listChanges(task.repo, { from: base, to: tip }, []);
  return paths.length > 0;
}

/** Returns why a clean result cannot be merged. Checkouts are tested first, because the checks may take long. */
async function judgeResult(
  scope: EngineScope,
  merging: MergeContext,
  tree: string,
): Promise<MergeFailure | null> {
  const { repository, tip, round } = merging;
  const blocked = await findBlockedCheckout(scope, repository, { tip, tree });
  if (blocked !== null) return blockedFailure(blocked);
  const unreadable = await judgePolicy(scope, merging, tree);
  if (unreadable !== null) return unreadable;
  return tree === round.content.tree ? null : await checkAgain(scope, merging, tree);
}

/**
 * Refuses a merge that makes the policy on the target unreadable, even if it was approved or overridden.
 *
 * If the policy is unreadable already, work that leaves it alone is merged under the last valid policy.
 */
async function judgePolicy(
  { policies, org }: EngineScope,
  { task, round, tip }: MergeContext,
  tree: string,
): Promise<MergeFailure | null> {
  const found = await policies.at(org, task.repo, tree);
  if ("policy" in found) return null;
  const before = await policies.at(org, task.repo, tip);
  if ("problem" in before && before.problem === found.problem) return null;
  const { target } = round.content;
  const detail = `The merge would leave ${target} with a policy that cannot be read: ${found.problem}`;
  return { kind: "policy_unreadable", detail: detail.slice(0, 2_000), files: [] };
}

/** Returns the nonce announced for a merge onto this tip, so that a retry makes the same commit, or a new one. */
function nonceFor({ announced, tip }: MergeContext): string | null {
  const before = announced.findLast(({ expected, isVoid }) => expected === tip && !isVoid);
  return before === undefined ? randomBytes(16).toString("hex") : before.nonce;
}

/** Returns work to the author because of a conflict or a target move that the policy forbids. */
function sentBack(
  kind: "conflict" | "moved",
  text: string,
  paths: readonly string[],
): MergeFailure {
  const files = paths.slice(0, 200);
  const named = files.length === 0 ? "" : `: ${files.slice(0, 20).join(", ")}`;
  return {
    kind,
    detail: `${text}${named}. Take the target in, settle it and submit again.`.slice(0, 2_000),
    files,
  };
}

/**
 * Runs the checks again if the merged tree is not the tree that was checked.
 *
 * The owner has approved the change's judge files, so the checks must pass with those.
 */
async function checkAgain(
  scope: EngineScope,
  { task: { repo }, policy, tip }: MergeContext,
  tree: string,
): Promise<MergeFailure | null> {
  const { processes, reports, scratch, packages } = scope;
  const mirror = scope.mirror;
  const mayRunUnsandboxed = unsandboxedRule(scope);
  const judges = await readJudges(mirror, { repo, base: tip, tree }, policy);
  for (const check of policy.checks) {
    const result = await runCheck(
      { mirror, processes, reports, scratch, packages, mayRunUnsandboxed },
      { repo, tree, check, prepare: policy.prepare, judges },
    );
    if ("noResult" in result)
      return {
        kind: "network",
        detail: `${check.id}: ${result.noResult}`.slice(0, 2_000),
        files: [],
      };
    if (result.opinion !== "approved" && result.withOwnFiles !== "passed")
      return {
        kind: "checks_red",
        detail:
          `${check.id} fails on the merged result. ${result.findings[0]?.message ?? ""}`.slice(
            0,
            2_000,
          ),
        files: [],
      };
  }
  return null;
}

/**
 * Composes the merge message: task, round, exact tree, and the reviewers.
 *
 * The nonce makes the commit id unpredictable without the announcement of the move.
 */
function mergeMessage(task: Task, round: Round, nonce: string | null): string {
  const people = round.verdicts.items
    .filter(({ opinion, byKind }) => opinion === "approved" && byKind === "human")
    .map(({ by }) => by);
  return [
    `Merge ${task.id}: ${oneLine(task.title, 120)}`,
    "",
    `Countersign-Task: ${task.id}`,
    `Countersign-Round: ${round.number}`,
    `Countersign-Tree: ${round.content.tree}`,
    ...[...new Set(people)].map((person) => `Countersign-Approved-By: ${person}`),
    ...(round.overridden ? ["Countersign-Override: yes"] : []),
    ...(nonce === null ? [] : [`Countersign-Nonce: ${nonce}`]),
    "",
  ].join("\n");
}
