import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Workplace } from "../../workplace/find-workplace.ts";

const USUAL = ["main", "master"] as const;

/** The default target branch: main or master, else the current branch. */
export async function findTarget({ common, branch }: Workplace): Promise<string> {
  if (branch !== null && USUAL.some((name) => name === branch)) return branch;
  for (const name of USUAL) if (await hasBranch(common, name)) return name;
  return branch ?? USUAL[0];
}

/** Whether a branch has a commit, from the files alone. */
export async function hasBranch(common: string, name: string): Promise<boolean> {
  const loose = await stat(join(common, "refs", "heads", name)).catch(() => null);
  if (loose?.isFile() === true) return true;
  const packed = await readFile(join(common, "packed-refs"), "utf8").catch(() => "");
  return packed.split("\n").some((line) => line.endsWith(` refs/heads/${name}`));
}
