import type { HubRepository } from "../world/accounts.ts";
import type { Pull } from "../world/pulls.ts";
import { branchTip, moveRef } from "../world/refs.ts";
import { runGit, tryGit } from "../world/run-git.ts";
import type { World } from "../world/world.ts";
import { afterPush, markMerged } from "./after-push.ts";
import { type BranchActor, findBlocker } from "./find-blockers.ts";

export type MergeRequest = {
  method: "merge" | "squash" | "rebase";
  /** The head that the caller expects, if any. */
  sha: string | undefined;
  title: string | undefined;
  message: string | undefined;
};

/** `moved`: head or target is elsewhere. `blocked`: GitHub's rules or a conflict prevent the merge. */
export type MergeAnswer =
  | { is: "merged"; commit: string }
  | { is: "moved" | "blocked"; message: string };

/** Merges a pull request into its target as GitHub does: with the target's tip of this moment. */
export async function mergePull(
  world: World,
  pull: Pull,
  actor: BranchActor,
  asked: MergeRequest,
): Promise<MergeAnswer> {
  const blocker = await findBlocker(world, pull, actor, "merge");
  const isMoved = asked.sha !== undefined && asked.sha !== pull.head.commit;
  if (isMoved && pull.state === "open")
    return { is: "moved", message: "Head branch was modified. Review and try the merge again." };
  if (blocker !== null) return { is: "blocked", message: blocker };
  if (asked.method === "rebase")
    return { is: "blocked", message: "Rebase merges are not allowed on this repository." };
  const { repository, head, base, number } = pull;
  const tip = await branchTip(repository, base.branch);
  if (tip === null) return { is: "blocked", message: "Base branch does not exist" };
  const title = asked.title ?? `Merge pull request #${number} from ${head.branch}`;
  const message = `${title}\n\n${asked.message ?? pull.title}`;
  const parents = asked.method === "merge" ? [tip, head.commit] : [tip];
  const commit = await mergeCommits(repository, tip, head.commit, parents, message);
  if (commit === null) return { is: "blocked", message: "Merge conflict" };
  const { account } = actor;
  if (!(await moveRef(repository, `refs/heads/${base.branch}`, commit, tip)))
    return { is: "moved", message: "Base branch was modified. Review and try the merge again." };
  markMerged(world, pull, commit, account);
  await afterPush(world, repository, { branch: base.branch, from: tip, to: commit }, account);
  return { is: "merged", commit };
}

/** Creates a commit with the three-way merge of two commits. Returns null if they conflict. */
export async function mergeCommits(
  { gitDir }: HubRepository,
  ours: string,
  theirs: string,
  parents: readonly string[],
  message: string,
): Promise<string | null> {
  const merged = await tryGit(gitDir, ["merge-tree", "--write-tree", ours, theirs]);
  if (merged === null) return null;
  const [tree = ""] = merged.split("\n");
  const args = parents.flatMap((parent) => ["-p", parent]);
  return runGit(gitDir, ["commit-tree", tree, ...args, "-m", message]);
}
