import { CountersignError } from "@countersign/core";
import type { Pinned, Repository, WorkRef } from "@countersign/engine";
import { copyIntoMirror } from "../copy/copy-objects.ts";
import { isKept, keepCommit } from "../objects/kept-commits.ts";
import { resolveTree } from "../objects/read-objects.ts";
import { boundary } from "../program/boundary.ts";
import { ensureMirror, type MirrorDirectory } from "../program/mirror-directory.ts";
import { locateRepository, locateWorktree } from "./locate-repository.ts";
import { readBranch, readWorktreeHead } from "./read-ref.ts";

/** Resolves a branch or a worktree's HEAD once, and copies that commit into the mirror. */
export async function fetchWork(
  mirror: MirrorDirectory,
  repository: Repository,
  from: WorkRef,
): Promise<Pinned> {
  const { commit, common } = await resolveWork(repository, from);
  return await copyCommit(mirror, common, commit);
}

/** Copies a commit with its history, unless the mirror keeps it already. */
export async function copyCommit(
  mirror: MirrorDirectory,
  common: string,
  commit: string,
): Promise<Pinned> {
  await ensureMirror(mirror, commit);
  boundary("fetch.mirror_made");
  if (!(await isKept(mirror, commit))) {
    await copyIntoMirror(mirror, common, commit);
    boundary("fetch.copied");
    await keepCommit(mirror, commit);
    boundary("fetch.kept");
  }
  return { commit, tree: await resolveTree(mirror, commit) };
}

async function resolveWork(
  repository: Repository,
  from: WorkRef,
): Promise<{ commit: string; common: string }> {
  if ("worktree" in from) {
    const located = await locateWorktree(repository.path, from.worktree);
    return { commit: await readWorktreeHead(located), common: located.common };
  }
  const located = await locateRepository(repository.path);
  const commit = await readBranch(located, from.branch);
  if (commit === null) throw new CountersignError("not_found", "There is no such branch");
  return { commit, common: located.common };
}
