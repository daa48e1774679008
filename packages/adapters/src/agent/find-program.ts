import { access, constants, realpath, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

/** An installed program, and the directories that must be readable for it to run. */
export type FoundProgram = { path: string; readable: string[] };

const NODE_MODULES = "/node_modules/";

/** Directories that are visible in every sandbox. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib64)\//;

/** Finds a program by its name or path like a shell does; null if it is missing. */
export async function findProgram(
  name: string,
  searchPath: string = process.env.PATH ?? "",
): Promise<FoundProgram | null> {
  const directories = searchPath.split(":").filter(isAbsolute);
  const places = isAbsolute(name) ? [name] : directories.map((place) => join(place, name));
  for (const place of places) {
    if (!(await isProgram(place))) continue;
    const path = await realpath(place);
    return { path, readable: SYSTEM.test(path) ? [] : [installationOf(path)] };
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the whole package of a program in a package, because it needs its neighbours. For any
 * other program returns the file alone, so that the sandbox does not show a home.
 */
function installationOf(path: string): string {
  const at = path.indexOf(NODE_MODULES);
  return at === -1 ? path : path.slice(0, at + NODE_MODULES.length - 1);
}
