import { ENGINE_EMAIL } from "@countersign/core";
import type { MergeCommit, Pinned } from "@countersign/engine";
import { keepCommit } from "../objects/kept-commits.ts";
import { readCommit } from "../objects/read-objects.ts";
import { UNCOMMITTED, writeCommit } from "../objects/write-commit.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/**
 * Rewrites the commit of uncommitted work with a message and an author; tree, parents and time
 * stay. Does not change a commit of the author.
 */
export async function renameWorkCommit(
  mirror: MirrorDirectory,
  work: Pinned,
  words: Pick<MergeCommit, "message" | "author">,
): Promise<Pinned> {
  const found = await readCommit(mirror, work.commit);
  if (found === null || found.message !== UNCOMMITTED) return work;
  if (found.author?.email !== ENGINE_EMAIL || found.committer?.email !== ENGINE_EMAIL) return work;
  const { parents, committed: atSeconds } = found;
  const commit = await writeCommit(mirror, { tree: work.tree, parents, atSeconds, ...words });
  await keepCommit(mirror, commit);
  return { commit, tree: work.tree };
}
