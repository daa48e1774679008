import type { Environment } from "./environment.ts";

/** The path of git in COUNTERSIGN_GIT; undefined: git in one of the usual folders. */
export function gitProgram({ COUNTERSIGN_GIT: git }: Environment): string | undefined {
  return git === "" ? undefined : git;
}
