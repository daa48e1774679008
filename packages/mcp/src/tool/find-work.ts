import type { NextAssignment, TaskView } from "@countersign/api";
import { type AgentLocation, type McpSession, refuseCall } from "./session.ts";

/**
 * Reads the author's next assignment and the task that occupies the author's branch. `submitted` is
 * the task that the author has just submitted.
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

/** Reads the named task, or the task that the author works on. */
export async function taskOrWork(session: McpSession, task: string | undefined): Promise<TaskView> {
  const known = task ?? (await nextWork(session)).assignment?.task;
  return known === undefined
    ? refuseCall("no_assignment", "There is no open assignment")
    : await resolveTask(session, known);
}

/** Resolves a task id prefix to the full id, which commands require. */
export async function resolveTask({ client }: McpSession, task: string): Promise<TaskView> {
  return await client.showTask({ task });
}
