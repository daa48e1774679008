import type { NextAssignment, TaskView } from "@countersign/api";
import { type AgentLocation, type McpSession, refuse } from "./session.ts";

/**
 * What the engine assigns to the author now, and the task that keeps the author's branch; `submitted` is the task that
 * the author has just submitted.
 */
export async function nextWork(session: McpSession, submitted?: string): Promise<NextAssignment> {
  const place = await session.place();
  if (place.is === "outside") return { assignment: null, occupiedBy: null };
  const query = place.is === "remote" ? {} : queryAt(place);
  const after = submitted === undefined ? {} : { after: submitted };
  return await session.client.nextAssignment({ ...query, ...after });
}

function queryAt({
  repo,
  branch,
  worktree,
  formerTask,
}: Extract<AgentLocation, { is: "worktree" }>) {
  return { repo, branch, worktree, ...(formerTask !== null && { former: formerTask }) };
}

/** The named task, or the one that is worked on. */
export async function taskOrWork(session: McpSession, task: string | undefined): Promise<TaskView> {
  const known = task ?? (await nextWork(session)).assignment?.task;
  return known === undefined
    ? refuse("no_assignment", "There is no open assignment")
    : await named(session, known);
}

/** Commands name their task in full; agents may give its beginning. */
export async function named({ client }: McpSession, task: string): Promise<TaskView> {
  return await client.showTask({ task });
}
