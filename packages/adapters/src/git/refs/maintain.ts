import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { holdLock, isOlderThan } from "./hold-lock.ts";

/** Unreferenced objects may belong to a fetch whose ref does not exist yet. */
const GRACE = "2.weeks.ago";

const TIMEOUT_MS = 20 * 60_000;

/** Temporary files of one operation. */
const WORKING_FILE = /^(?:lent-|index-|ref-)[0-9a-f-]{36}(?:\.lock)?$/;
const WORKING_FILE_MS = 24 * 60 * 60_000;

/** A bare repository of ours: a mirror or a clone. */
type MaintainedDirectory = Pick<MirrorDirectory, "path" | "run" | "rest">;

/**
 * Packs a mirror and drops old objects that none of our refs reach.
 *
 * Fetches and reads may continue meanwhile: unreferenced objects are kept for a grace period, and git
 * searches again for an object whose pack was removed. If two run at once, one does the work.
 */
export async function maintainMirror(mirror: MaintainedDirectory): Promise<void> {
  if (!existsSync(join(mirror.path, "HEAD"))) return;
  const lock = await holdLock(join(mirror.path, "maintain.lock"));
  if (lock === null) return;
  const more = { timeoutMs: TIMEOUT_MS };
  try {
    await mirror.run(["pack-refs", "--all", "--prune"], more);
    await mirror.run(
      [
        "repack",
        "-d",
        "--cruft",
        `--cruft-expiration=${GRACE}`,
        "--no-write-bitmap-index",
        "--threads=1",
        "--quiet",
      ],
      more,
    );
    await mirror.run(["prune", `--expire=${GRACE}`], more);
    mirror.rest(); // they would hold packs that are gone
    await removeLeftovers(mirror);
  } finally {
    await lock.release();
  }
}

/** Removes temporary files of crashed processes. */
async function removeLeftovers({ path }: MaintainedDirectory): Promise<void> {
  for (const name of (await readdir(path)).filter((one) => WORKING_FILE.test(one))) {
    const file = join(path, name);
    if (await isOlderThan(file, WORKING_FILE_MS)) await rm(file, { recursive: true, force: true });
  }
}
