import { CountersignError, oneLine } from "@countersign/core";
import type { Mirror, Pinned, Repository } from "../../ports/mirror.ts";

const MAX_NAME = 100;

/**
 * Resolves a revision in the author's worktree: a branch, a tag, a short id or `HEAD~2`. The worktree must belong
 * to the repository.
 */
export async function resolveRevision(
  { unkept }: Mirror,
  repository: Repository,
  worktree: string | null,
  name: string,
): Promise<Pinned> {
  if (worktree !== null) await unkept.fetch(repository, { worktree }); // refuses a worktree of another repository
  const path = worktree ?? repository.path;
  const found = await unkept.pin({ id: repository.id, path }, name).catch((error: unknown) => {
    if (error instanceof CountersignError && error.code === "invalid_input") return null;
    throw error;
  });
  if (found !== null) return found;
  throw new CountersignError(
    "invalid_input",
    `There is no commit, branch or tag ${oneLine(name, MAX_NAME)} in ${oneLine(path, MAX_PATH)}`,
    { hint: "Name a branch, a tag or a commit, for example main or HEAD~2" },
  );
}

const MAX_PATH = 500;
