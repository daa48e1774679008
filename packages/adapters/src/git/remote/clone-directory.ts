import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRunning, PROCESS_NAME, processName } from "@countersign/engine";
import type { GitSettings } from "../program/git-settings.ts";
import { runGit } from "../program/run-git.ts";
import { maintainMirror } from "../refs/maintain.ts";

/** The folder of a clone that holds one repository per running fetch. */
const INCOMING = "incoming";
const INCOMING_NAME = new RegExp(`^(${PROCESS_NAME})\\.[0-9a-f-]{36}$`);

/** Creates the bare clone if it is missing. Safe for concurrent callers. */
export async function ensureClone(settings: GitSettings, gitDir: string): Promise<void> {
  if (existsSync(join(gitDir, "HEAD"))) return;
  await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 });
  const draft = `${gitDir}.${randomUUID()}`;
  await initBare(settings, draft);
  await rename(draft, gitDir).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(join(gitDir, "HEAD"))) throw error;
  });
}

async function initBare(settings: GitSettings, path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  await runGit(settings, {
    gitDir: path,
    args: ["init", "--bare", "--quiet", "--template=", "--initial-branch=countersign-none"],
  });
}

/**
 * Creates a repository inside the clone for what one fetch brings, and removes it afterwards.
 *
 * Until its objects are checked and moved, none of them is part of the clone.
 */
export async function withIncoming<T>(
  settings: GitSettings,
  gitDir: string,
  work: (incoming: string) => Promise<T>,
): Promise<T> {
  const folder = join(gitDir, INCOMING);
  await mkdir(folder, { recursive: true });
  await removeLeftovers(folder);
  const path = join(folder, `${processName()}.${randomUUID()}`);
  try {
    await initBare(settings, path);
    return await work(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Removes what crashed processes left. Their git processes ended with them. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, owner] = INCOMING_NAME.exec(name) ?? [];
    if (owner === undefined || !isRunning(owner))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Joins the clone's packs if there are many, and drops old objects that no ref reaches: each fetch adds a pack, and
 * a branch that is pushed by force leaves its former commits behind.
 */
export async function maintainClone(
  settings: GitSettings,
  gitDir: string,
  maxPacks: number,
): Promise<void> {
  const files = await readdir(join(gitDir, "objects", "pack"));
  if (files.filter((name) => name.endsWith(".pack")).length <= maxPacks) return;
  await maintainMirror({
    path: gitDir,
    run: (args, more = {}) => runGit(settings, { ...more, args, gitDir }),
    rest: () => {},
  });
}

/** Returns the size of the clone's packs and of running fetches. Loose objects, which only we write, are few. */
export async function cloneBytes(gitDir: string): Promise<number> {
  const folders = [join("objects", "pack"), INCOMING].map((name) => join(gitDir, name));
  const sizes = folders.map(async (folder) => {
    const entries = await readdir(folder, { recursive: true }).catch(() => []);
    const found = await Promise.all(
      entries.map((name) => stat(join(folder, name)).catch(() => null)),
    );
    return found.reduce((sum, one) => sum + (one?.isFile() ? one.size : 0), 0);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
