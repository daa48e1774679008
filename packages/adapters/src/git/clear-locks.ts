import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "@countersign/engine";
import { clearDraftsOfGone } from "./filled-lock.ts";
import { clearLeft } from "./hold-lock.ts";
import { locateRepository } from "./locate-repository.ts";

/**
 * Removes the locks that crashes of ours left on the checkouts of a repository.
 *
 * Whoever takes a lock next takes it over, but perhaps nobody of us does, and an agent's git would wait for a
 * process that is gone.
 */
export async function clearLocks(repository: Repository): Promise<void> {
  const { common } = await locateRepository(repository.path);
  const linked = join(common, "worktrees");
  const names = await readdir(linked).catch(() => []);
  for (const folder of [common, ...names.map((name) => join(linked, name))])
    await clearIn(folder).catch(() => undefined); // it is gone, or is no folder
}

async function clearIn(folder: string): Promise<void> {
  await clearLeft(join(folder, "index.lock"));
  await clearDraftsOfGone(folder);
}
