import { pageUrl } from "../views/repository-view.ts";
import { emitEvent } from "../webhooks/send-webhook.ts";
import { type Account, type HubRepository, timestamp } from "../world/accounts.ts";
import type { Pull } from "../world/pulls.ts";
import { branchTip, isAncestor, keepHead, NO_COMMIT } from "../world/refs.ts";
import type { World } from "../world/world.ts";
import { emitPull } from "./emit-pull.ts";

export type BranchUpdate = { branch: string; from: string; to: string };

/** Brings all pull requests up to date with a branch that was pushed or merged into. */
export async function afterPush(
  world: World,
  repository: HubRepository,
  update: BranchUpdate,
  pusher: Account,
): Promise<void> {
  const { branch } = update;
  world.moves.push({ id: world.newId(), repository, ...update, by: pusher, at: timestamp() });
  emitPush(world, repository, update, pusher);
  const tip = await branchTip(repository, branch);
  for (const pull of world.pulls.filter(({ state }) => state === "open")) {
    if (pull.head.repository === repository && pull.head.branch === branch)
      await moveHead(world, pull, tip, pusher);
    if (pull.repository === repository && pull.base.branch === branch && tip !== null)
      await closeIfContained(world, pull, tip, pusher);
  }
}

async function moveHead(
  world: World,
  pull: Pull,
  tip: string | null,
  pusher: Account,
): Promise<void> {
  const before = pull.head.commit;
  if (tip === before) return;
  if (tip === null) {
    pull.state = "closed";
    pull.closedAt = timestamp();
    return emitPull(world, pull, "closed", pusher);
  }
  await keepHead(pull.repository, pull.number, pull.head.repository, tip);
  const isForced = !(await isAncestor(pull.repository, before, tip));
  pull.head.commit = tip;
  pull.base.commit = (await branchTip(pull.repository, pull.base.branch)) ?? pull.base.commit;
  if (isForced) addTimelineEvent(world, pull, "head_ref_force_pushed", pusher);
  emitPull(world, pull, "synchronize", pusher, { before, after: tip });
}

/** A pull request is merged when its head is part of its target, however it got there. */
async function closeIfContained(world: World, pull: Pull, tip: string, by: Account): Promise<void> {
  if (pull.state !== "open" || !(await isAncestor(pull.repository, pull.head.commit, tip))) return;
  markMerged(world, pull, tip, by);
}

export function markMerged(world: World, pull: Pull, commit: string, by: Account): void {
  const at = timestamp();
  pull.state = "closed";
  pull.closedAt = at;
  pull.merged = { commit, at, by };
  addTimelineEvent(world, pull, "merged", by, { commit });
  addTimelineEvent(world, pull, "closed", by);
  emitPull(world, pull, "closed", by);
}

export function addTimelineEvent(
  world: World,
  pull: Pull,
  event: string,
  actor: Account,
  more: { assignee?: Account; commit?: string } = {},
): void {
  const { assignee = null, commit = null } = more;
  world.events.push({ id: world.newId(), pull, event, actor, assignee, commit, at: timestamp() });
}

function emitPush(
  world: World,
  repository: HubRepository,
  { branch, from, to }: BranchUpdate,
  pusher: Account,
): void {
  const payload = {
    ref: `refs/heads/${branch}`,
    before: from,
    after: to,
    created: from === NO_COMMIT,
    deleted: to === NO_COMMIT,
    forced: false,
    base_ref: null,
    compare: `${pageUrl(world, repository)}/compare/${from}...${to}`,
    commits: [],
    head_commit: null,
    pusher: { name: pusher.login, email: pusher.email },
  };
  emitEvent(world, { event: "push", repository, sender: pusher, payload });
}
