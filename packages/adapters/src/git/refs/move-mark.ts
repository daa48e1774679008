import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { objectId } from "../paths/names.ts";
import { readSmallFile } from "../paths/read-small-file.ts";

type MarkedMove = { expected: string; next: string };

const MARK = "countersign-move";
const MAX_MARK = 200;

/**
 * Records in a worktree's git directory which move it takes part in, before the branch moves.
 *
 * A mark that remains afterwards distinguishes an interrupted move from later work of a person. The
 * caller holds the lock of the index.
 */
export async function markMove(gitDir: string, move: MarkedMove): Promise<void> {
  const draft = join(gitDir, `${MARK}.draft`);
  await rm(draft, { force: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(draft, flags, 0o666);
  try {
    await file.writeFile(textOf(move));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(gitDir, MARK));
}

export async function isMarked(gitDir: string, move: MarkedMove): Promise<boolean> {
  return (await readSmallFile(join(gitDir, MARK), MAX_MARK)) === textOf(move);
}

export async function clearMark(gitDir: string): Promise<void> {
  await rm(join(gitDir, MARK), { force: true });
}

function textOf({ expected, next }: MarkedMove): string {
  return `${objectId(expected)} ${objectId(next)}\n`;
}
