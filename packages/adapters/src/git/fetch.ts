import { CountersignError } from "@countersign/core";
import type { Pinned, Repository, WorkRef } from "@countersign/engine";
import { copyIntoMirror } from "./copy-objects.ts";
import { locateRepository, locateWorktree } from "./locate-repository.ts";
import { ensureMirror, type MirrorDirectory } from "./mirror-directory.ts";
import { keptRef, objectId } from "./names.ts";
import { readBranch, readHead } from "./read-ref.ts";

/** Resolves a branch or a worktree's HEAD once, and copies that commit into the mirror. */
export async function fetchWork(
  mirror: MirrorDirectory,
  repository: Repository,
  from: WorkRef,
): Promise<Pinned> {
  const { commit, common } = await resolveWork(repository, from);
  await ensureMirror(mirror, commit);
  await copyIntoMirror(mirror, common, commit);
  await keep(mirror, commit);
  return { commit, tree: await treeOf(mirror, commit) };
}

/** Names a commit in the mirror, so that its objects stay. */
export async function keep(mirror: MirrorDirectory, commit: string): Promise<void> {
  await mirror.run(["update-ref", keptRef(commit), objectId(commit)]);
}

export async function treeOf(mirror: MirrorDirectory, treeish: string): Promise<string> {
  const { output } = await mirror.run(["cat-file", "--batch-check=%(objectname)"], {
    input: `${objectId(treeish)}^{tree}\n`,
  });
  const answer = output.toString("latin1").trimEnd();
  if (answer.endsWith(" missing")) {
    throw new CountersignError("not_found", `The mirror has no commit ${treeish}`);
  }
  return objectId(answer);
}

async function resolveWork(
  repository: Repository,
  from: WorkRef,
): Promise<{ commit: string; common: string }> {
  if ("worktree" in from) {
    const located = await locateWorktree(repository.path, from.worktree);
    return { commit: await readHead(located), common: located.common };
  }
  const located = await locateRepository(repository.path);
  const commit = await readBranch(located, from.branch);
  if (commit === null) throw new CountersignError("not_found", "There is no such branch");
  return { commit, common: located.common };
}
