import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { readPrivate, writePrivate } from "../local-engine/private-file.ts";
import type { Workplace } from "../workplace/find-workplace.ts";

const Remembered = z.object({ task: z.string(), repository: z.string(), branch: z.string() });

type Place = Pick<Workplace, "common" | "repository" | "branch" | "root">;

/** The task that was last handed in from this branch; null when there is none. */
export async function branchTask(directory: string, place: Place): Promise<string | null> {
  return (await readPrivate(fileFor(directory, place), Remembered))?.task ?? null;
}

export async function rememberBranchTask(
  directory: string,
  place: Place,
  task: string,
): Promise<void> {
  const { repository } = place;
  await writePrivate(fileFor(directory, place), { task, repository, branch: nameOf(place) });
}

/** One file per branch, so that two commands at once never overwrite one another's. */
function fileFor(directory: string, place: Place): string {
  const key = createHash("sha256")
    .update(`${place.common}\n${nameOf(place)}`)
    .digest("hex");
  return join(directory, "branches", `${key.slice(0, 32)}.json`);
}

/** Without a branch the working directory stands for it. */
function nameOf({ branch, root }: Place): string {
  return branch ?? root;
}
