import { z } from "zod";
import { readPrivate } from "../local-engine/files/private-file.ts";
import { type BranchPlace, branchFile } from "./branch-file.ts";

const Remembered = z.object({ task: z.string(), repository: z.string(), branch: z.string() });

/**
 * The task that release 0.1 remembered for this branch in a file; null when there is none. Since then the engine
 * keeps with each task where its work is.
 */
export async function formerBranchTask(
  directory: string,
  place: BranchPlace,
): Promise<string | null> {
  return (await readPrivate(branchFile(directory, place), Remembered))?.task ?? null;
}
