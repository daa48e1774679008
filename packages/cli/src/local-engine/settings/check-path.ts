import { realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, normalize, sep } from "node:path";
import type { Environment } from "../../runtime/environment.ts";
import type { EngineFiles } from "../files/engine-files.ts";
import { changeEngineSettings, readEngineSettings } from "./engine-settings.ts";

const WRITABLE_BY_ALL = 0o002;
const MAX_FOLDERS = 64;
/** Programs of a project's packages are the project's own, whatever put them on the search path. */
const PACKAGES = `${sep}node_modules${sep}`;

/** Stores where the owner's search path finds programs, for commands of checks. */
export async function recordCheckPath(
  { settings }: Pick<EngineFiles, "settings">,
  { PATH = "" }: Environment,
  repository: string,
): Promise<void> {
  const checkPath = await usableFolders(PATH, repository);
  const { checkPath: before } = await readEngineSettings(settings);
  if (checkPath.join(delimiter) === before?.join(delimiter)) return;
  await changeEngineSettings(settings, (known) => ({ ...known, checkPath }));
}

/** The folders that were stored. An unreadable file has none. */
export async function readCheckPath(file: string): Promise<readonly string[]> {
  const settings = await readEngineSettings(file).catch(() => null);
  return settings?.checkPath ?? [];
}

/** The folders of a search path that exist, are outside the repository and are closed to other accounts. */
async function usableFolders(searchPath: string, repository: string): Promise<string[]> {
  const names = searchPath.split(delimiter).filter(isAbsolute).map(withoutEnd);
  const root = await realpath(repository);
  const usable = await Promise.all(names.map((folder) => isUsable(folder, root)));
  return [...new Set(names.filter((_, index) => usable[index] === true))].slice(0, MAX_FOLDERS);
}

function withoutEnd(folder: string): string {
  const path = normalize(folder);
  return path.endsWith(sep) && path !== sep ? path.slice(0, -1) : path;
}

async function isUsable(folder: string, root: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => null);
  const stats = real === null ? null : await stat(real);
  if (real === null || stats === null || !stats.isDirectory()) return false;
  const isInside = `${real}${sep}`.startsWith(`${root}${sep}`);
  const isOfPackages = `${real}${sep}`.includes(PACKAGES);
  return !isInside && !isOfPackages && (stats.mode & WRITABLE_BY_ALL) === 0;
}
