import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { BranchCheckout, Repository } from "@countersign/engine";
import { branchRef } from "../paths/names.ts";
import { locateRepository } from "../refs/locate-repository.ts";
import { checkedOutAt } from "./checked-out-at.ts";

const MAX_LOG_TAIL = 64 * 1024;
const MOVE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /;

/**
 * Lists the worktrees that have a branch checked out, with the last entries of their HEAD's reflog.
 */
export async function findCheckouts(
  repository: Repository,
  branch: string,
): Promise<BranchCheckout[]> {
  const located = await locateRepository(repository.path);
  const places = await checkedOutAt(located, branchRef(branch));
  return await Promise.all(
    places.map(async ({ located: { root, gitDir } }) => ({
      path: root,
      moves: await readMoves(join(gitDir, "logs", "HEAD")),
    })),
  );
}

/** Reads the last entries of a reflog, oldest first; empty if there is none. */
async function readMoves(path: string): Promise<BranchCheckout["moves"]> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  if (file === null) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - MAX_LOG_TAIL);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    const lines = buffer.toString("latin1", 0, bytesRead).split("\n");
    return (start === 0 ? lines : lines.slice(1)).flatMap((line) => {
      const [, from, to] = MOVE.exec(line) ?? [];
      return from === undefined || to === undefined ? [] : [{ from, to }];
    });
  } finally {
    await file.close();
  }
}
