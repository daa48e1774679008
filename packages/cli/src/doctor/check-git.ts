import { gitVersion } from "@countersign/adapters";
import type { Environment } from "../runtime/environment.ts";
import { gitProgram } from "../runtime/git-program.ts";
import { type Diagnosis, reportFine, reportProblem } from "./diagnosis.ts";

/** The git that the mirror would use. */
export async function checkGit(env: Environment): Promise<Diagnosis> {
  const version = await gitVersion(gitProgram(env));
  return version === null
    ? reportProblem("git", "not found", "Install git with your package manager")
    : reportFine("git", version);
}
