import type { RepositoryLine, TaskView } from "@countersign/api";
import type { CliSession } from "./open-session.ts";

/** Returns the repository of an unfinished task if its merges are stopped. */
export async function stoppedFor(
  { client }: Pick<CliSession, "client">,
  { repo, state }: Pick<TaskView, "repo" | "state">,
): Promise<RepositoryLine[]> {
  if (state === "done" || state === "rejected") return [];
  const { items } = await client.listRepositories();
  return items.filter(({ id, hold }) => id === repo && hold !== null);
}
