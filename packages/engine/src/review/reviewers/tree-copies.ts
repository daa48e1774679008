import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { removeDirectory } from "../checks/prepare/remove-directory.ts";
import type { TreeCopy } from "./copy-tree.ts";

/** A copy that exists until its last holder releases it. */
export type HeldCopy = { directory: string; copy: TreeCopy; release(): Promise<void> };

/**
 * Read-only copies of trees. Reviewers of the same tree share one copy at a time.
 *
 * Reviewers that can write must not share a copy, because one could change what another sees.
 */
export interface TreeCopies {
  /** Fills an empty directory, unless the copy is already held. */
  take(
    of: { repo: string; tree: string },
    fill: (directory: string) => Promise<TreeCopy>,
  ): Promise<HeldCopy>;
}

type Shared = { holders: number; made: Promise<CreatedCopy> };
type CreatedCopy = { root: string; directory: string; copy: TreeCopy };

export function createTreeCopies(scratch: string): TreeCopies {
  const shared = new Map<string, Shared>();

  async function release(key: string, entry: Shared): Promise<void> {
    entry.holders -= 1;
    if (entry.holders > 0) return;
    if (shared.get(key) === entry) shared.delete(key);
    const made = await entry.made.catch(() => null);
    if (made !== null) await removeDirectory(made.root);
  }

  return {
    async take({ repo, tree }, fill) {
      const key = `${repo}\n${tree}`;
      const entry = shared.get(key) ?? { holders: 0, made: make(scratch, fill) };
      shared.set(key, entry);
      entry.holders += 1;
      try {
        const { directory, copy } = await entry.made;
        return { directory, copy, release: () => release(key, entry) };
      } catch (error) {
        await release(key, entry);
        throw error;
      }
    },
  };
}

/** Creates separate copies for each organisation, because repository names are unique only within one. */
export function createTreeCopiesByOrg(scratch: string): (org: string) => TreeCopies {
  const all = new Map<string, TreeCopies>();
  return (org) => {
    const copies = all.get(org) ?? createTreeCopies(scratch);
    all.set(org, copies);
    return copies;
  };
}

async function make(
  scratch: string,
  fill: (directory: string) => Promise<TreeCopy>,
): Promise<CreatedCopy> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const root = await mkdtemp(join(scratch, "review-"));
  try {
    const directory = join(root, "tree");
    await mkdir(directory, { mode: 0o700 });
    return { root, directory, copy: await fill(directory) };
  } catch (error) {
    await removeDirectory(root);
    throw error;
  }
}
