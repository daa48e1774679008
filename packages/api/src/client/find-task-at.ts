import type { TaskLine } from "../schemas/replies.ts";
import type { Location } from "../schemas/words.ts";
import type { Client } from "./create-client.ts";

/** States of tasks that go on, in the order in which work without a task's name continues them. */
const GOING_ON: readonly TaskLine["state"][] = [
  "in_progress",
  "rework",
  "held",
  "open",
  "reviewing",
  "approved",
  "merging",
];

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
    state: [...GOING_ON],
    ...(worktree !== null && { worktree }),
    ...(author !== undefined && { author }),
  });
  return items
    .filter((line) => GOING_ON.includes(line.state) && line.location?.worktree === worktree)
    .toSorted((a, b) => GOING_ON.indexOf(a.state) - GOING_ON.indexOf(b.state));
}
