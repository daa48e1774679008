import { type Account, type HubRepository, repositoryName } from "./accounts.ts";
import type { CheckRun, HubRuleset } from "./checks.ts";
import type { Pull } from "./pulls.ts";
import type { World } from "./world.ts";
export function findRepository(world: World, fullName: string): HubRepository | undefined {
  const name = fullName.toLowerCase();
  return world.repositories.find((one) => repositoryName(one).toLowerCase() === name);
}

export function findAccount(world: World, login: string): Account | undefined {
  return world.accounts.find((one) => one.login.toLowerCase() === login.toLowerCase());
}

export function findPull(
  world: World,
  repository: HubRepository,
  number: number,
): Pull | undefined {
  return world.pulls.find((pull) => pull.repository === repository && pull.number === number);
}

export function rulesetsOf(world: World, repository: HubRepository, branch: string): HubRuleset[] {
  return world.rulesets.filter(
    (ruleset) => ruleset.repository === repository && ruleset.branches.includes(branch),
  );
}

/** The newest run per app and name on a commit. */
export function latestRuns(world: World, repository: HubRepository, commit: string): CheckRun[] {
  const latest = new Map<string, CheckRun>();
  for (const run of world.checkRuns)
    if (run.repository === repository && run.commit === commit)
      latest.set(`${run.app.id} ${run.name}`, run);
  return [...latest.values()];
}
