import type { HubRepository } from "../world/accounts.ts";
import { runGit } from "../world/run-git.ts";

/** A commit as events about merge groups show it. */
export async function commitInfo({ gitDir }: HubRepository, commit: string) {
  const format = "--format=%T%x00%aI%x00%an%x00%ae%x00%cn%x00%ce%x00%B";
  const shown = await runGit(gitDir, ["show", "--no-patch", format, commit]);
  const [tree_id, at, name, email, committer, committerEmail, message] = shown.split("\0");
  return {
    id: commit,
    tree_id,
    message: message ?? "",
    timestamp: at,
    author: { name, email },
    committer: { name: committer, email: committerEmail },
  };
}
