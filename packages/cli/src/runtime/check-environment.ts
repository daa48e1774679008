import { statSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { CountersignError } from "@countersign/core";
import type { Environment } from "./environment.ts";
import { gitProgram } from "./git-program.ts";

const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const ANY_EXECUTE = 0o111;

/** Refuses variables that name a program or a directory in a way that cannot be meant. */
export function checkEnvironment(env: Environment): void {
  const data = env.COUNTERSIGN_DATA ?? "";
  if (data !== "" && !isAbsolute(data))
    throw refusal("COUNTERSIGN_DATA", data, "is not an absolute path");
  const git = gitProgram(env);
  const problem = git === undefined ? null : programProblem(git);
  if (git !== undefined && problem !== null) throw refusal("COUNTERSIGN_GIT", git, problem);
}

/** Git runs with the user's permissions, so no other account may be able to replace it. */
function programProblem(path: string): string | null {
  if (!isAbsolute(path)) return "is not an absolute path";
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return "does not exist";
  if (!file.isFile() || (file.mode & ANY_EXECUTE) === 0) return "is not a program";
  const folder = statSync(dirname(path));
  const isOpen = (folder.mode & OTHERS_WRITE) !== 0 && (folder.mode & STICKY) === 0;
  return (file.mode & OTHERS_WRITE) !== 0 || isOpen ? "can be changed by other users" : null;
}

function refusal(name: string, value: string, problem: string): CountersignError {
  return new CountersignError("invalid_input", `${name} ${problem}: ${value}`);
}
