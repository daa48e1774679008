import { type Account, type HubRepository, timestamp } from "../world/accounts.ts";
import type { Pull } from "../world/pulls.ts";
import { branchTip, keepHead } from "../world/refs.ts";
import type { World } from "../world/world.ts";
import { emitPull } from "./emit-pull.ts";

export type NewPull = {
  author: Account;
  title: string;
  body: string | null;
  /** The branch, in the repository itself or in a fork. */
  head: { repository: HubRepository; branch: string };
  base: string;
  isDraft: boolean;
};

/** Opens a pull request. Throws if one of its branches does not exist or it is open already. */
export async function openPull(
  world: World,
  repository: HubRepository,
  given: NewPull,
): Promise<Pull> {
  const head = await branchTip(given.head.repository, given.head.branch);
  const base = await branchTip(repository, given.base);
  if (head === null || base === null) throw new Error("Validation Failed: invalid head or base");
  if (world.pulls.some((pull) => isSamePull(pull, repository, given)))
    throw new Error("A pull request already exists for this branch.");
  const number = 1 + world.pulls.filter((pull) => pull.repository === repository).length;
  await keepHead(repository, number, given.head.repository, head);
  const now = timestamp();
  const pull: Pull = {
    id: world.newId(),
    repository,
    number,
    title: given.title,
    body: given.body,
    author: given.author,
    state: "open",
    isDraft: given.isDraft,
    merged: null,
    head: { ...given.head, commit: head },
    base: { branch: given.base, commit: base },
    labels: [],
    assignees: [],
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  };
  world.pulls.push(pull);
  emitPull(world, pull, "opened", given.author);
  return pull;
}

function isSamePull(pull: Pull, repository: HubRepository, { head, base }: NewPull): boolean {
  return (
    pull.repository === repository &&
    pull.state === "open" &&
    pull.head.repository === head.repository &&
    pull.head.branch === head.branch &&
    pull.base.branch === base
  );
}
