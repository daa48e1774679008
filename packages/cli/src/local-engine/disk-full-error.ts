import { statfs } from "node:fs/promises";
import { CountersignError } from "@countersign/core";

/** An engine needs more than this to start: its log, its run file and what Postgres writes. */
const MIN_FREE_BYTES = 1_000_000;

/** What to tell instead of an error that a full disk caused; null when the disk has room. */
export async function diskFullError(
  directory: string,
  cause: unknown,
): Promise<CountersignError | null> {
  const disk = await statfs(directory).catch(() => null);
  const isFull = disk !== null && disk.bavail * disk.bsize < MIN_FREE_BYTES;
  if (!isFull && !isOutOfSpace(cause)) return null;
  return new CountersignError("unreachable", `The disk is full that holds ${directory}`, {
    hint: "Make room there, then run the command again",
    cause,
  });
}

function isOutOfSpace(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT";
}
