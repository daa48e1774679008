import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Workplace } from "../workplace/find-workplace.ts";

export type BranchPlace = Pick<Workplace, "common" | "repository" | "branch" | "root">;

/** One file per branch, so that two commands at once never overwrite one another's. */
export function branchFile(directory: string, place: BranchPlace): string {
  const key = createHash("sha256")
    .update(`${place.common}\n${branchName(place)}`)
    .digest("hex");
  return join(directory, "branches", `${key.slice(0, 32)}.json`);
}

/** On a detached HEAD the path of the worktree replaces the branch. */
function branchName({ branch, root }: BranchPlace): string {
  return branch ?? root;
}
