import { CountersignError } from "@countersign/core";
import type { Pinned, Repository } from "@countersign/engine";
import { copyByGit } from "../copy/copy-objects.ts";
import { withLentObjects } from "../copy/lent-objects.ts";
import { keepCommit } from "../objects/kept-commits.ts";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { fetchWork } from "../refs/fetch.ts";
import { locateWorktree } from "../refs/locate-repository.ts";
import { writeWork } from "./snapshot.ts";
import { copyIndex } from "./worktree-index.ts";

/**
 * Commits the staged content of a worktree on top of its HEAD.
 *
 * Our own git reads a copy of the index, with the repository's objects as an alternate.
 */
export async function snapshotIndex(
  mirror: MirrorDirectory,
  repository: Repository,
  worktree: string,
): Promise<Pinned> {
  const head = await fetchWork(mirror, repository, { worktree });
  const { gitDir, common } = await locateWorktree(repository.path, worktree);
  const tree = await stagedTree(mirror, { gitDir, common });
  if (tree === head.tree) return head;
  const commit = await writeWork(mirror, head, { tree, message: "Staged work\n" });
  await copyByGit(mirror, common, commit);
  await keepCommit(mirror, commit);
  return { commit, tree };
}

async function stagedTree(
  mirror: MirrorDirectory,
  { gitDir, common }: { gitDir: string; common: string },
): Promise<string> {
  return await withPrivateIndex(mirror, async (index) => {
    if (!(await copyIndex(gitDir, index.GIT_INDEX_FILE))) {
      throw new CountersignError("invalid_input", "The index cannot be read");
    }
    return await withLentObjects(mirror, common, async (lent) => {
      const { code, output } = await mirror.run(["write-tree"], {
        variables: { ...index, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(lent) },
        answers: [0, 128],
      });
      if (code === 0) return objectId(output.toString("latin1").trimEnd());
      throw new CountersignError(
        "invalid_input",
        "The staged changes cannot be written as a tree",
        {
          hint: "Finish the merge first: git status",
        },
      );
    });
  });
}
