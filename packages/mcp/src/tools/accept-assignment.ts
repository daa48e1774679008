import { z } from "zod";
import { readSeat } from "../tool/find-seat.ts";
import { resolveTask } from "../tool/find-work.ts";
import {
  type AgentLocation,
  agentWorkLocation,
  keyFor,
  type McpSession,
  refuseCall,
  refuseOutside,
} from "../tool/session.ts";
import { defineTool, Id, Next } from "../tool/tool.ts";

export const acceptAssignmentTool = defineTool({
  name: "accept_assignment",
  roles: ["author", "reviewer"],
  description:
    "Start work on an assignment. Repeat the call as a heartbeat. Without assignment_id an author takes " +
    "its next task.",
  does: "write",
  input: z.object({ assignment_id: Id.optional() }),
  output: z.object({ status: z.string(), next: Next }),
  async run(session, { assignment_id: id }) {
    const { role } = session;
    if (role === "reviewer") {
      const { view } = await readSeat(session, id ?? "");
      const next = { do: `get_change ${view.id}`, why: "Then submit_review_result." };
      return { data: { status: "accepted", next }, text: `Review of ${view.id} accepted.` };
    }
    const place = await session.place();
    if (place.is === "outside") refuseOutside();
    if (id === undefined) return accepted(await takeNext(session, place));
    const view = await resolveTask(session, id);
    const key = await keyFor(session, "accept_assignment", view.id, view.seq, place);
    const body = place.is === "worktree" ? { location: agentWorkLocation(place) } : {};
    await session.client.claim({ task: view.id, body, key });
    return accepted(view.id);
  },
});

/** Claims the next assignment in one step, so two agents never begin the same task. */
async function takeNext({ client }: McpSession, place: AgentLocation): Promise<string> {
  const body =
    place.is === "worktree" ? { repo: place.repo, location: agentWorkLocation(place) } : {};
  const { taken } = await client.takeAssignment({ body });
  return taken?.task ?? refuseCall("no_assignment", "There is no open assignment");
}

function accepted(task: string) {
  const next = { do: "work, then submit_for_review", why: "Run your own checks first." };
  return { data: { status: "accepted", next }, text: `${task} is yours.` };
}
