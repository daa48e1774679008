import type { Account, HubRepository } from "../world/accounts.ts";
import { findAccount, findPull, findRepository } from "../world/look-up.ts";
import type { Pull } from "../world/pulls.ts";
import type { World } from "../world/world.ts";

/** A pull request by the full name of its repository and its number. */
export type PullName = { repository: string; number: number };

export function accountNamed(world: World, login: string): Account {
  return found(findAccount(world, login), `account ${login}`);
}

export function repositoryNamed(world: World, name: string): HubRepository {
  return found(findRepository(world, name), `repository ${name}`);
}

export function pullNamed(world: World, { repository, number }: PullName): Pull {
  const pull = findPull(world, repositoryNamed(world, repository), number);
  return found(pull, `pull request ${repository}#${number}`);
}

export function found<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The hub has no ${name}`);
  return value;
}
