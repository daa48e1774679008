import { z } from "zod";
import { findSeat } from "../find-seat.ts";
import { named, taskOrWork } from "../find-work.ts";
import { keyFor, refuse, type Session } from "../session.ts";
import { defineTool, Id, Next } from "../tool.ts";

export const reportEvent = defineTool({
  name: "report_event",
  roles: ["author", "reviewer"],
  description:
    "Tell of a milestone, a blocker, or ask for a look at unfinished work. To hand in, use " +
    "submit_for_review.",
  does: "append",
  input: z.object({
    type: z.enum(["milestone", "blocker", "request_review"]),
    summary: z.string().max(2_000),
    task: Id.optional(),
  }),
  output: z.object({ review_started: z.boolean(), task: z.string(), next: Next }),
  async run(session, { type, summary, task }) {
    const view = await about(session, task);
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

async function about(session: Session, task: string | undefined) {
  if (task !== undefined) return await named(session, task);
  const { role } = session;
  if (role !== "reviewer") return await taskOrWork(session, undefined);
  const seat = await findSeat(session);
  return seat?.view ?? refuse("no_assignment", "There is no open assignment");
}
