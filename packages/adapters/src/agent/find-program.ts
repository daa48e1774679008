import { access, constants, realpath, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

/** A program that people installed, and what must be readable for it to run. */
export type FoundProgram = { path: string; readable: string[] };

const NODE_MODULES = "/node_modules/";

/** Directories that every sandbox shows anyway. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib64)\//;

/** Finds a program as a shell would, by its name or its path; null if it is not there. */
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

/** A package needs those beside it; anything else is one file, so that no home comes along. */
function installationOf(path: string): string {
  const at = path.indexOf(NODE_MODULES);
  return at === -1 ? path : path.slice(0, at + NODE_MODULES.length - 1);
}
