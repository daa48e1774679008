import { dirname, join } from "node:path";
import { CountersignError } from "@countersign/core";
import { inspectPath } from "../paths/inspect-path.ts";
import { type LocatedRepository, locateDirectory } from "../refs/locate-repository.ts";

/** Finds the clone that a directory belongs to, by reading files only. Accepts bare and shallow clones. */
export async function findClone(directory: string): Promise<LocatedRepository> {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (isTop(folder)) return await requireRefs(await locateDirectory(folder));
    if (folder === dirname(folder))
      throw new CountersignError("not_found", "This is not a git repository", {
        hint: "Run the command in a clone, or name one: --repo <path>",
      });
  }
}

function isTop(folder: string): boolean {
  const isBare = exists(join(folder, "objects")) && exists(join(folder, "HEAD"));
  return isBare || exists(join(folder, ".git"));
}

function exists(path: string): boolean {
  return inspectPath(path) !== null;
}

async function requireRefs(located: LocatedRepository): Promise<LocatedRepository> {
  if (!exists(join(located.common, "reftable"))) return located;
  throw new CountersignError("invalid_input", "Repositories with reftables are not supported");
}
