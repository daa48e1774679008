import { type TaskView, toShown } from "@countersign/api";
import { z } from "zod";
import { findSeat } from "../tool/find-seat.ts";
import { resolveTask, taskOrWork } from "../tool/find-work.ts";
import { keyFor, type McpSession, refuseCall } from "../tool/session.ts";
import { defineTool, Id, Next } from "../tool/tool.ts";

export const reportEventTool = defineTool({
  name: "report_event",
  roles: ["author", "reviewer"],
  description:
    "Report a milestone or a blocker, or request a review: of unfinished work, or by one more reviewer " +
    "of submitted work. To submit work, use submit_for_review.",
  does: "append",
  input: z.object({
    type: z.enum(["milestone", "blocker", "request_review"]),
    summary: z.string().max(2_000),
    task: Id.optional(),
    reviewer: Id.optional(),
  }),
  output: z.object({ review_started: z.boolean(), task: z.string(), next: Next }),
  async run(session, { type, summary, task, reviewer }) {
    const view = await about(session, task);
    const isSubmitted = view.state === "reviewing" && session.role === "author";
    if (type === "request_review" && isSubmitted) return await addReviewer(session, view, reviewer);
    const key = await keyFor(session, "report_event", view.id, view.seq, type, summary);
    const body = { trigger: type, summary };
    const { events } = await session.client.reportEvent({ task: view.id, body, key });
    const started = events.includes("checkup_started");
    const next = {
      do: type === "blocker" ? "stop" : "go on",
      why: started ? "Reviewers look at it meanwhile." : "It is noted.",
    };
    return {
      data: { review_started: started, task: view.id, next },
      text: `Noted for ${view.id}${started ? "; a review has started" : ""}.`,
    };
  },
});

/** Requests one more reviewer for work that is already in review. */
async function addReviewer(session: McpSession, view: TaskView, reviewer: string | undefined) {
  const shown = toShown(view);
  const key = await keyFor(session, "request_review", view.id, shown.round, reviewer ?? "");
  const body = { ...shown, reviewer: reviewer ?? null };
  await session.client.requestReview({ task: view.id, body, key });
  const next = { do: "stop", why: "One more reviewer reads it; its verdict is added." };
  return {
    data: { review_started: true, task: view.id, next },
    text: `A further review of ${view.id} has started.`,
  };
}

async function about(session: McpSession, task: string | undefined) {
  if (task !== undefined) return await resolveTask(session, task);
  const { role } = session;
  if (role !== "reviewer") return await taskOrWork(session, undefined);
  const seat = await findSeat(session);
  return seat?.view ?? refuseCall("no_assignment", "There is no open assignment");
}
