import type { Environment } from "./environment.ts";

/** The git that a person named; undefined stands for git in a usual place. */
export function gitProgram({ COUNTERSIGN_GIT: git }: Environment): string | undefined {
  return git === "" ? undefined : git;
}
