import { locateRepository } from "../refs/locate-repository.ts";
import { readBranch } from "../refs/read-ref.ts";
import { type ReadWorkOptions, readCommitTree } from "./read-work.ts";

/** Returns the tree at the tip of a branch; null if there is no such branch. */
export async function readBranchTree(
  options: ReadWorkOptions,
  branch: string,
): Promise<string | null> {
  const commit = await readBranch(await locateRepository(options.worktree), branch);
  return commit === null ? null : await readCommitTree(options, commit);
}
