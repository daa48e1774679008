import { ENGINE_EMAIL } from "@countersign/core";
import type { MergeCommit, Pinned } from "@countersign/engine";
import { keepCommit } from "../objects/kept-commits.ts";
import { readCommit } from "../objects/read-objects.ts";
import { UNCOMMITTED, writeCommit } from "../objects/write-commit.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/**
 * Gives the commit of uncommitted work a message and an author, with the same tree, parents and time. A commit
 * that the author made stays as it is.
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
