import type { Account, HubRepository } from "../world/accounts.ts";
import type { HubRule, HubRuleset } from "../world/checks.ts";
import { latestRuns, rulesetsOf } from "../world/look-up.ts";
import type { Pull } from "../world/pulls.ts";
import { branchTip, isAncestor } from "../world/refs.ts";
import type { World } from "../world/world.ts";

/** Who wants to change a branch. `app` is null for a person. */
export type BranchActor = { account: Account; app: number | null };

/** Returns the rulesets of a branch that the actor may not bypass. */
export function rulesFor(
  world: World,
  repository: HubRepository,
  branch: string,
  actor: BranchActor,
): readonly HubRule[] {
  return rulesetsOf(world, repository, branch)
    .filter((ruleset) => !canBypass(ruleset, actor))
    .flatMap(({ rules }) => rules);
}

function canBypass({ bypass }: HubRuleset, { account, app }: BranchActor): boolean {
  return bypass.some(
    ({ actor_type, actor_id, bypass_mode }) =>
      bypass_mode === "always" &&
      ((actor_type === "Integration" && actor_id === app) ||
        (actor_type === "User" && actor_id === account.id)),
  );
}

type RequiredCheck = { context: string; integration_id?: number };

/** Returns the first required check without a success on the commit, in GitHub's words, or null. */
export function missingCheck(
  world: World,
  repository: HubRepository,
  commit: string,
  rules: readonly HubRule[],
): string | null {
  const required = rules
    .filter(({ type }) => type === "required_status_checks")
    .flatMap(({ parameters }) => parameters?.required_status_checks as RequiredCheck[]);
  const missing = required.find((check) => !isPassed(world, repository, commit, check));
  return missing === undefined ? null : `Required status check "${missing.context}" is expected.`;
}

/** The latest run per app and name counts. A check without an app is satisfied by any app, or by a status. */
function isPassed(
  world: World,
  repository: HubRepository,
  commit: string,
  { context, integration_id }: RequiredCheck,
): boolean {
  const runs = latestRuns(world, repository, commit).filter(
    ({ name, app }) =>
      name === context && (integration_id === undefined || app.id === integration_id),
  );
  const statuses = world.statuses.filter(
    (status) =>
      integration_id === undefined &&
      status.repository === repository &&
      status.commit === commit &&
      status.context === context,
  );
  const results = [
    ...runs.map(({ conclusion }) => ["success", "neutral", "skipped"].includes(conclusion ?? "")),
    ...statuses.slice(-1).map(({ state }) => state === "success"),
  ];
  return results.length > 0 && results.every(Boolean);
}

/** Returns why GitHub refuses to merge a pull request, or null. The queue is exempt from its own rule. */
export async function findBlocker(
  world: World,
  pull: Pull,
  actor: BranchActor,
  way: "merge" | "queue",
): Promise<string | null> {
  const { repository, head, base } = pull;
  if (pull.state !== "open") return "Pull Request is not mergeable";
  if (pull.isDraft) return "Pull Request is still a draft";
  const rules = rulesFor(world, repository, base.branch, actor);
  if (way === "merge" && rules.some(({ type }) => type === "merge_queue"))
    return "Repository rule violations found\n\nChanges must be made through the merge queue";
  const missing = missingCheck(world, repository, head.commit, rules);
  if (missing !== null) return missing;
  const isStrict = rules.some(
    ({ parameters }) => parameters?.strict_required_status_checks_policy === true,
  );
  if (!isStrict || way === "queue") return null;
  const tip = await branchTip(repository, base.branch);
  if (tip !== null && (await isAncestor(repository, tip, head.commit))) return null;
  return "Head branch is out of date. Review and try the merge again.";
}
