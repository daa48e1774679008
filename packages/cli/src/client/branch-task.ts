import { z } from "zod";
import { readPrivate, writePrivate } from "../local-engine/private-file.ts";
import { type BranchPlace, branchFile, branchName } from "./branch-file.ts";

const Remembered = z.object({ task: z.string(), repository: z.string(), branch: z.string() });

/** The task that was last handed in from this branch; null when there is none. */
export async function branchTask(directory: string, place: BranchPlace): Promise<string | null> {
  return (await readPrivate(branchFile(directory, place), Remembered))?.task ?? null;
}

export async function rememberBranchTask(
  directory: string,
  place: BranchPlace,
  task: string,
): Promise<void> {
  const { repository } = place;
  await writePrivate(branchFile(directory, place), { task, repository, branch: branchName(place) });
}
