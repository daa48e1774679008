import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { Pinned } from "@countersign/engine";
import { copyLooseObjects } from "../copy/copy-loose-objects.ts";
import { type ParsedCommit, parseCommit } from "../format/parse-commit.ts";
import { COMMIT_IDENTITY, UNCOMMITTED, writeCommitInto } from "../objects/write-commit.ts";
import { objectId } from "../paths/names.ts";
import { type LocatedRepository, locateRepository } from "../refs/locate-repository.ts";
import { readWorktreeHead } from "../refs/read-ref.ts";
import {
  alternateStore,
  type ReadWorkOptions,
  type Scratch,
  withScratch,
  writeTree,
} from "./read-work.ts";

/** The content of a worktree at one moment. */
export type WorktreeSnapshot = {
  tree: string;
  /**
   * Commits the snapshot on top of the checked-out commit, or returns that commit if the content is
   * the same.
   *
   * Writes to the repository's object store only. Changes no branch, index or file, so git removes
   * the commit eventually, by default after two weeks.
   */
  pin(): Promise<Pinned>;
};

/** Takes a snapshot of a worktree that the callback may keep; null if there is no tree. */
export async function withWorktreeSnapshot<T>(
  options: ReadWorkOptions,
  use: (work: WorktreeSnapshot | null) => Promise<T>,
): Promise<T> {
  const located = await locateRepository(options.worktree);
  return await withScratch(options, located.common, async (place) => {
    const tree = await writeTree(place, located);
    return await use(tree === null ? null : { tree, pin: () => pin(place, located, tree) });
  });
}

async function pin(place: Scratch, located: LocatedRepository, tree: string): Promise<Pinned> {
  const head = await readWorktreeHead(located);
  const parent = await readCommit(place, located.common, head);
  if (tree === parent.tree) return { commit: head, tree };
  const store = join(located.common, "objects");
  await copyLooseObjects(place.objects, store);
  const commit = await writeCommitInto(store, {
    tree,
    parents: [head],
    message: UNCOMMITTED,
    author: COMMIT_IDENTITY,
    atSeconds: parent.committed, // so that the same work gives the same commit
  });
  return { commit, tree };
}

async function readCommit({ git }: Scratch, common: string, commit: string): Promise<ParsedCommit> {
  const { output } = await git({
    args: ["cat-file", "commit", objectId(commit)],
    variables: { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternateStore(common) },
  });
  const read = parseCommit(output);
  if (read !== null) return read;
  throw new CountersignError("invalid_input", "What is checked out is not written as commits are");
}
