import { rm } from "node:fs/promises";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { Repository } from "@countersign/engine";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { fetchWork } from "../refs/fetch.ts";
import type { LocatedRepository } from "../refs/locate-repository.ts";
import { readBranch, readHeadFile, readWorktreeHead } from "../refs/read-ref.ts";
import { swapBranch, swapHead } from "../refs/swap-ref.ts";
import { readCheckedOutBranch } from "./checked-out-at.ts";

type HeadReset = { repository: Repository; located: LocatedRepository; from: string; to: string };

/** Files of unfinished merges, rebases and bisects. A reset ends them. */
const UNDER_WAY = [
  "MERGE_HEAD",
  "MERGE_MODE",
  "MERGE_MSG",
  "MERGE_RR",
  "AUTO_MERGE",
  "SQUASH_MSG",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "REBASE_HEAD",
  "BISECT_LOG",
  "BISECT_START",
  "BISECT_NAMES",
  "BISECT_TERMS",
  "BISECT_EXPECTED_REV",
  "BISECT_ANCESTORS_OK",
  "sequencer",
  "rebase-merge",
  "rebase-apply",
] as const;

/**
 * Points a worktree's branch, or its detached HEAD, to another commit.
 *
 * Ends an unfinished rebase or bisect: the worktree is on its branch again, and the mirror keeps
 * the branch's former commits.
 */
export async function resetHead(
  mirror: MirrorDirectory,
  { repository, located, from, to }: HeadReset,
): Promise<void> {
  const branch = await readCheckedOutBranch(located.gitDir);
  const tip = branch === null ? null : await readBranch(located, branch);
  const isStill = async (): Promise<boolean> => (await readWorktreeHead(located)) === from;
  if (branch === null || tip === null) {
    requireStill(await swapHead(located, to, isStill));
  } else {
    const isDetached = (await readHeadFile(located.gitDir)).branch === null;
    if (isDetached) await fetchWork(mirror, repository, { branch });
    const swap = await swapBranch(located, { branch, expected: isDetached ? tip : from, next: to });
    requireStill(swap.swapped);
    if (isDetached) requireStill(await swapHead(located, `ref: ${branch}`, isStill));
  }
  for (const name of UNDER_WAY) {
    await rm(join(located.gitDir, name), { recursive: true, force: true });
  }
}

function requireStill(swapped: boolean): void {
  if (!swapped)
    throw new CountersignError("upstream_failed", "Another process is committing in the worktree");
}
