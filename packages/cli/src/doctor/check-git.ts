import { gitVersion } from "@countersign/adapters";
import { type Diagnosis, fine, wrong } from "./diagnosis.ts";

/** The git that the mirror would use. */
export async function checkGit(): Promise<Diagnosis> {
  const version = await gitVersion();
  return version === null
    ? wrong("git", "not found", "Install git with your package manager")
    : fine("git", version);
}
