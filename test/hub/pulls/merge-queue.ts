import { commitInfo } from "../views/merge-group-view.ts";
import { emitEvent } from "../webhooks/send-webhook.ts";
import { type Account, type HubRepository, timestamp } from "../world/accounts.ts";
import { latestRuns, rulesetsOf } from "../world/look-up.ts";
import type { Pull, QueueEntry } from "../world/pulls.ts";
import { branchTip, moveRef } from "../world/refs.ts";
import { runGit } from "../world/run-git.ts";
import type { World } from "../world/world.ts";
import { afterPush, markMerged } from "./after-push.ts";
import { emitPull } from "./emit-pull.ts";
import { type BranchActor, findBlocker, missingCheck } from "./find-blockers.ts";
import { mergeCommits } from "./merge-pull.ts";

/** Returns the entries for a branch, first to be merged first. */
export function queueOf(world: World, repository: HubRepository, branch: string): QueueEntry[] {
  return world.queue.filter(
    ({ pull }) => pull.repository === repository && pull.base.branch === branch,
  );
}

export function hasQueue(world: World, repository: HubRepository, branch: string): boolean {
  const rules = rulesetsOf(world, repository, branch).flatMap((ruleset) => ruleset.rules);
  return rules.some(({ type }) => type === "merge_queue");
}

/** Adds a pull request to the queue of its target, or returns why GitHub refuses. */
export async function enqueuePull(
  world: World,
  pull: Pull,
  actor: BranchActor,
  expectedHead: string | null,
): Promise<QueueEntry | string> {
  const { repository, base, head } = pull;
  if (!hasQueue(world, repository, base.branch)) return "The branch has no merge queue";
  if (expectedHead !== null && expectedHead !== head.commit)
    return "Head branch was modified. Review and try the merge again.";
  const known = world.queue.find((entry) => entry.pull === pull);
  if (known !== undefined) return "Pull request is already in the merge queue";
  const blocker = await findBlocker(world, pull, actor, "queue");
  if (blocker !== null) return blocker;
  const entry: QueueEntry = {
    id: world.newId(),
    pull,
    head: head.commit,
    enqueuedAt: timestamp(),
    enqueuedBy: actor.account,
    group: null,
  };
  world.queue.push(entry);
  emitPull(world, pull, "enqueued", actor.account);
  await buildGroups(world, repository, base.branch);
  return entry;
}

/** Removes an entry. The groups behind it are built again without it. */
export async function dequeueEntry(
  world: World,
  entry: QueueEntry,
  by: Account,
  reason: string,
): Promise<void> {
  const { repository, base } = entry.pull;
  const behind = queueOf(world, repository, base.branch);
  world.queue = world.queue.filter((one) => one !== entry);
  emitPull(world, entry.pull, "dequeued", by, { reason });
  for (const one of behind.slice(behind.indexOf(entry))) await destroyGroup(world, one, reason);
  await buildGroups(world, repository, base.branch);
}

/** Builds the missing groups: each is the merge of its pull request onto the group before it. */
async function buildGroups(world: World, repository: HubRepository, branch: string): Promise<void> {
  let onto = await branchTip(repository, branch);
  for (const entry of queueOf(world, repository, branch)) {
    if (onto === null) return;
    if (entry.group === null) await buildGroup(world, entry, onto);
    if (entry.group === null) {
      await dequeueEntry(world, entry, entry.enqueuedBy, "MERGE_CONFLICT");
      return;
    }
    onto = entry.group.commit;
  }
}

async function buildGroup(world: World, entry: QueueEntry, base: string): Promise<void> {
  const { repository, number, base: target } = entry.pull;
  const message = `Merge pull request #${number} from ${entry.pull.head.branch}`;
  const commit = await mergeCommits(repository, base, entry.head, [base, entry.head], message);
  if (commit === null) return;
  const ref = `refs/heads/gh-readonly-queue/${target.branch}/pr-${number}-${base}`;
  await runGit(repository.gitDir, ["update-ref", ref, commit]);
  entry.group = { commit, base, ref };
  await emitGroup(world, entry, "checks_requested");
}

/** Replaces the commit of a group, which GitHub itself never does, and asks for its checks again. */
export async function replaceGroup(world: World, entry: QueueEntry, commit: string): Promise<void> {
  if (entry.group === null) throw new Error("The pull request has no group");
  await runGit(entry.pull.repository.gitDir, ["update-ref", entry.group.ref, commit]);
  entry.group = { ...entry.group, commit };
  await emitGroup(world, entry, "checks_requested");
}

async function destroyGroup(world: World, entry: QueueEntry, reason: string): Promise<void> {
  const { group } = entry;
  if (group === null) return;
  await emitGroup(world, entry, "destroyed", {
    reason: reason === "MERGE" ? "merged" : "invalidated",
  });
  await runGit(entry.pull.repository.gitDir, ["update-ref", "-d", group.ref]);
  entry.group = null;
}

async function emitGroup(
  world: World,
  { pull, group, enqueuedBy }: QueueEntry,
  action: "checks_requested" | "destroyed",
  more: Record<string, unknown> = {},
): Promise<void> {
  if (group === null) return;
  const { repository, base } = pull;
  const merge_group = {
    head_sha: group.commit,
    head_ref: group.ref,
    base_sha: group.base,
    base_ref: `refs/heads/${base.branch}`,
    head_commit: await commitInfo(repository, group.commit),
  };
  const payload = { action, merge_group, ...more };
  emitEvent(world, { event: "merge_group", repository, sender: enqueuedBy, payload });
}

/** Merges every first group whose required checks passed; removes a pull request whose check failed. */
export async function advanceQueues(world: World, repository: HubRepository): Promise<void> {
  const isStale = ({ pull, head }: QueueEntry) =>
    pull.state !== "open" || pull.head.commit !== head;
  for (const entry of world.queue.filter(isStale))
    await dequeueEntry(world, entry, entry.enqueuedBy, "BRANCH_PROTECTIONS");
  const branches = new Set(world.queue.map(({ pull }) => pull.base.branch));
  for (const branch of branches)
    while (await advance(world, repository, branch)) {
      // The next group may have passed, too.
    }
}

async function advance(world: World, repository: HubRepository, branch: string): Promise<boolean> {
  const [entry] = queueOf(world, repository, branch);
  if (entry === undefined || entry.group === null) return false;
  const { commit, base } = entry.group;
  const rules = rulesetsOf(world, repository, branch).flatMap((ruleset) => ruleset.rules);
  if (missingCheck(world, repository, commit, rules) !== null) {
    if (!hasFailed(world, repository, commit)) return false;
    await dequeueEntry(world, entry, entry.enqueuedBy, "CI_FAILURE");
    return true;
  }
  if (!(await moveRef(repository, `refs/heads/${branch}`, commit, base))) {
    await dequeueEntry(world, entry, entry.enqueuedBy, "BRANCH_PROTECTIONS");
    return true;
  }
  world.queue = world.queue.filter((one) => one !== entry);
  await destroyGroup(world, entry, "MERGE");
  markMerged(world, entry.pull, commit, entry.enqueuedBy);
  await afterPush(world, repository, { branch, from: base, to: commit }, entry.enqueuedBy);
  return true;
}

function hasFailed(world: World, repository: HubRepository, commit: string): boolean {
  return latestRuns(world, repository, commit).some(({ conclusion }) =>
    ["failure", "cancelled", "timed_out", "action_required"].includes(conclusion ?? ""),
  );
}
