import type { RepositoryLine, TaskView } from "@countersign/api";
import type { CliSession } from "./open-session.ts";

/** The repository of a task that goes on, if merges to it are stopped. */
export async function stoppedFor(
  { client }: Pick<CliSession, "client">,
  { repo, state }: Pick<TaskView, "repo" | "state">,
): Promise<RepositoryLine[]> {
  if (state === "done" || state === "rejected") return [];
  const { items } = await client.listRepositories();
  return items.filter(({ id, hold }) => id === repo && hold !== null);
}
