import { dirname, join, resolve } from "node:path";
import { inspectPath, listFolder } from "../paths/inspect-path.ts";
import { readSmallFile } from "../paths/read-small-file.ts";
import { type LocatedRepository, locateWorktree } from "../refs/locate-repository.ts";
import { readHeadFile } from "../refs/read-ref.ts";

/** A worktree that has a branch checked out, and its unfinished git operation, if any. */
export type CheckoutLocation = { located: LocatedRepository; midway: string | null };

const MAX_POINTER = 4_096;

/** Files that git keeps during an unfinished operation. */
const MIDWAY = [
  "rebase-merge",
  "rebase-apply",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
  "BISECT_START",
  "sequencer",
] as const;

/** Files in which a rebase records its branch; HEAD is detached meanwhile. */
const TAKEN_APART = ["rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"] as const;

/**
 * Lists the worktrees that have a branch checked out or are rebasing it.
 *
 * A worktree counts only if it and the repository name each other; a removed one does not count. A
 * bare repository has no index and no checkout.
 */
export async function checkedOutAt(
  located: LocatedRepository,
  ref: string,
): Promise<CheckoutLocation[]> {
  const places = new Map<string, CheckoutLocation>();
  for (const root of await rootsOf(located)) {
    const worktree = await locateWorktree(located.root, root).catch(() => null);
    if (worktree === null || !exists(join(worktree.gitDir, "index"))) continue;
    const midway = midwayOf(worktree.gitDir);
    if ((await readCheckedOutBranch(worktree.gitDir)) === ref)
      places.set(worktree.root, { located: worktree, midway });
  }
  return [...places.values()];
}

async function rootsOf({ root, gitDir, common }: LocatedRepository): Promise<string[]> {
  const main = gitDir === common ? root : dirname(common);
  const kept = listFolder(join(common, "worktrees"));
  const linked = await Promise.all(
    kept.map(async ({ name }) => {
      const own = join(common, "worktrees", name);
      const pointer = (await readSmallFile(join(own, "gitdir"), MAX_POINTER))?.trimEnd();
      return pointer === undefined ? null : dirname(resolve(own, pointer));
    }),
  );
  const roots = [main === common ? null : main, ...linked];
  return roots.filter((path) => path !== null);
}

/** Returns the first file of an unfinished operation in a worktree. */
function midwayOf(gitDir: string): string | null {
  return MIDWAY.find((name) => exists(join(gitDir, name))) ?? null;
}

/**
 * Returns the full name of the branch that a worktree has checked out or is rebasing; null for
 * none.
 */
export async function readCheckedOutBranch(gitDir: string): Promise<string | null> {
  const head = await readHeadFile(gitDir).catch(() => null);
  return head?.branch ?? (await takenApart(gitDir));
}

async function takenApart(gitDir: string): Promise<string | null> {
  for (const file of TAKEN_APART) {
    const name = (await readSmallFile(join(gitDir, file), MAX_POINTER))?.trimEnd();
    if (name?.startsWith("refs/heads/")) return name;
    if (name !== undefined && file === "BISECT_START") return `refs/heads/${name}`;
  }
  return null;
}

function exists(path: string): boolean {
  return inspectPath(path) !== null;
}
