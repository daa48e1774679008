import { CONTINUED_PHASES } from "@countersign/core";
import type { TaskLine } from "../schemas/replies.ts";
import type { Location } from "../schemas/words.ts";
import type { Client } from "./create-client.ts";

/** A place of one author, or of any author where none is named. */
type Wanted = { repo: string; author?: string } & Pick<Location, "branch" | "worktree">;

/** The open tasks whose work is at one place; first the one that work without a task's name belongs to. */
export async function findTasksAt(
  client: Pick<Client, "listTasks">,
  { repo, author, branch, worktree }: Wanted,
): Promise<TaskLine[]> {
  const { items } = await client.listTasks({
    repo,
    branch,
    state: [...CONTINUED_PHASES],
    ...(worktree !== null && { worktree }),
    ...(author !== undefined && { author }),
  });
  const rank = ({ state }: TaskLine) => CONTINUED_PHASES.indexOf(state);
  return items
    .filter((line) => rank(line) !== -1 && line.location?.worktree === worktree)
    .toSorted((a, b) => rank(a) - rank(b));
}
