import { nextAssignmentText } from "@countersign/api";
import { nextWork } from "./find-work.ts";
import type { McpSession } from "./session.ts";
import type { Next } from "./tool.ts";

const STOP: Next = {
  do: "stop",
  why: "Review runs without you. Feedback, if any, comes with your next assignment.",
};

/** Recommends the step after a submission: the author's next assignment, if there is one. */
export async function nextStep(session: McpSession, submitted: string): Promise<Next> {
  const { assignment } = await nextWork(session, submitted);
  if (assignment === null) return STOP;
  const { task } = assignment;
  return { do: `accept_assignment ${task}`, why: nextAssignmentText(assignment) };
}
