import { constants } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TreeFile } from "../objects/list-tree.ts";
import type { BytePath } from "../paths/byte-path.ts";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";

/** An index entry of a path. The mode of an unmerged path is `NO_MODE`. */
export type IndexEntry = { mode: string; id: string };

const MAX_INDEX = 512 * 1024 * 1024;
const STAGED = /^([0-7]{6}) ([0-9a-f]{40,64}) ([0-3])\t/;
export const NO_MODE = "000000";

/** Reads a copy of a worktree's index with our own git; null if it cannot be read. */
export async function readIndex(
  mirror: MirrorDirectory,
  gitDir: string,
): Promise<Map<BytePath, IndexEntry> | null> {
  return await withPrivateIndex(mirror, async (variables) => {
    if (!(await copyIndex(gitDir, variables.GIT_INDEX_FILE))) return null;
    const { code, output } = await mirror.run(["ls-files", "-z", "--stage"], {
      variables,
      answers: [0, 128],
    });
    if (code !== 0) return null;
    return new Map(output.toString("latin1").split("\0").slice(0, -1).map(stagedLine));
  });
}

function stagedLine(line: string): [BytePath, IndexEntry] {
  const [head = "", mode = NO_MODE, id = "", stage] = STAGED.exec(line) ?? [];
  return [line.slice(head.length), { mode: stage === "0" ? mode : NO_MODE, id }];
}

/**
 * Updates changed files in a worktree's index with their file status, so that git sees no
 * difference at once. The caller holds the index's lock.
 */
export async function updateIndex(
  mirror: MirrorDirectory,
  { root, gitDir }: { root: string; gitDir: string },
  change: { removed: Iterable<BytePath>; written: Iterable<[BytePath, TreeFile]> },
): Promise<void> {
  await withPrivateIndex(mirror, async (variables) => {
    if (!(await copyIndex(gitDir, variables.GIT_INDEX_FILE))) return;
    const input = Buffer.from(indexInfo(change), "latin1");
    await mirror.run(["update-index", "-z", "--index-info"], { variables, input });
    await refreshAndPublish(mirror, { root, gitDir }, variables);
  });
}

/** Replaces a worktree's index with the entries of one tree. The caller holds the index's lock. */
export async function replaceIndex(
  mirror: MirrorDirectory,
  place: { root: string; gitDir: string },
  treeish: string,
): Promise<void> {
  await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(treeish)], { variables });
    await refreshAndPublish(mirror, place, variables);
  });
}

/**
 * The file in which the next index is written before it replaces the index. The writer holds the
 * index's lock.
 */
export const INDEX_DRAFT = "countersign-index";

function indexInfo({ removed, written }: Parameters<typeof updateIndex>[2]): string {
  const lines: string[] = [];
  const none = "0".repeat(40);
  for (const path of removed) lines.push(`0 ${none}\t${path}\0`);
  for (const [path, { mode, id }] of written) lines.push(`${mode} ${objectId(id)}\t${path}\0`);
  return lines.join("");
}

async function refreshAndPublish(
  mirror: MirrorDirectory,
  { root, gitDir }: { root: string; gitDir: string },
  variables: { GIT_INDEX_FILE: string },
): Promise<void> {
  await mirror.run(["update-index", "-q", "--ignore-submodules", "--refresh"], {
    variables: { ...variables, GIT_WORK_TREE: root },
    answers: [0, 1],
  });
  const draft = join(gitDir, INDEX_DRAFT);
  await rm(draft, { force: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(draft, flags, 0o666);
  try {
    await file.writeFile(await readFile(variables.GIT_INDEX_FILE));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(gitDir, "index"));
}

/** Copies a worktree's index to another file; false if it is missing or unreadable. */
export async function copyIndex(gitDir: string, to: string): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const from = await open(join(gitDir, "index"), flags).catch(() => null);
  if (from === null) return false;
  const copy = await open(to, "wx", 0o600);
  try {
    const stats = await from.stat();
    if (!stats.isFile() || stats.size > MAX_INDEX) return false;
    await copy.writeFile(await from.readFile());
    return true;
  } finally {
    await Promise.all([from.close(), copy.close()]);
  }
}
