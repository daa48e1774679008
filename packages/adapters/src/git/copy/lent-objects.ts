import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/** Folders with objects: one per first two digits of the ids, and the packs. */
const HOLDS_OBJECTS = /^(?:[0-9a-f]{2}|pack)$/;

/**
 * Makes the objects of a repository's store available as an alternate, and nothing else of it.
 *
 * Leaves out the folder `info`, which could name further stores at any moment and contain a wrong
 * commit graph.
 */
export async function withLentObjects<T>(
  mirror: Pick<MirrorDirectory, "path">,
  common: string,
  work: (store: string) => Promise<T>,
): Promise<T> {
  const lent = join(mirror.path, `lent-${randomUUID()}`);
  const store = join(common, "objects");
  await mkdir(lent);
  try {
    const folders = (await readdir(store)).filter((name) => HOLDS_OBJECTS.test(name));
    await Promise.all(folders.map((name) => symlink(join(store, name), join(lent, name))));
    return await work(lent);
  } finally {
    await rm(lent, { recursive: true, force: true });
  }
}
