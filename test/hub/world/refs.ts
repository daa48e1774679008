import type { HubRepository } from "./accounts.ts";
import { runGit, tryGit } from "./run-git.ts";

export const NO_COMMIT = "0".repeat(40);

/** Returns the tip of a branch, or null. */
export async function branchTip(repository: HubRepository, branch: string): Promise<string | null> {
  return tryGit(repository.gitDir, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
}

/** Returns the commit of a revision, or undefined. */
export async function commitNamed(
  { gitDir }: HubRepository,
  revision: string,
): Promise<string | undefined> {
  const found = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  return (await tryGit(gitDir, found)) ?? undefined;
}

export async function hasCommit(repository: HubRepository, commit: string): Promise<boolean> {
  return (await tryGit(repository.gitDir, ["cat-file", "-e", `${commit}^{commit}`])) !== null;
}

export async function isAncestor(
  repository: HubRepository,
  older: string,
  newer: string,
): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", older, newer];
  return (await tryGit(repository.gitDir, args)) !== null;
}

/** Moves a ref if it is still where it was expected. Returns whether it moved. */
export async function moveRef(
  { gitDir }: HubRepository,
  ref: string,
  to: string,
  expected: string,
): Promise<boolean> {
  return (await tryGit(gitDir, ["update-ref", ref, to, expected])) !== null;
}

/** Keeps a pull request's head under `refs/pull/N/head` of the target's repository. */
export async function keepHead(
  target: HubRepository,
  number: number,
  source: HubRepository,
  commit: string,
): Promise<void> {
  if (source !== target) await runGit(target.gitDir, ["fetch", "--quiet", source.gitDir, commit]);
  await runGit(target.gitDir, ["update-ref", `refs/pull/${number}/head`, commit]);
}
