import { CONTINUED_PHASES } from "@countersign/core";
import type { TaskLine } from "../schemas/task-line.ts";
import type { Location } from "../schemas/words.ts";
import type { Client } from "./create-client.ts";

/** The location of one author's work, or of any author's if none is named. */
type TaskSearch = { repo: string; author?: string } & Pick<Location, "branch" | "worktree">;

/** Finds the open tasks at one location; the first is the one that work without a task name belongs to. */
export async function findTasksAt(
  client: Pick<Client, "listTasks">,
  { repo, author, branch, worktree }: TaskSearch,
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
