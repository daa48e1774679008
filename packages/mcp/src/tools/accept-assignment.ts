import { z } from "zod";
import { readSeat } from "../find-seat.ts";
import { named } from "../find-work.ts";
import { keyFor, locationOf, refuseOutside } from "../session.ts";
import { defineTool, Id, Next } from "../tool.ts";

export const acceptAssignment = defineTool({
  name: "accept_assignment",
  roles: ["author", "reviewer"],
  description: "Say that you work on it now. Repeating it is a sign of life.",
  does: "write",
  input: z.object({ assignment_id: Id }),
  output: z.object({ status: z.string(), next: Next }),
  async run(session, { assignment_id: id }) {
    const { role } = session;
    if (role === "reviewer") {
      const { view } = await readSeat(session, id);
      const next = { do: `get_change ${view.id}`, why: "Then submit_review_result." };
      return { data: { status: "accepted", next }, text: `Review of ${view.id} accepted.` };
    }
    const place = await session.place();
    if (place.is === "outside") refuseOutside();
    const view = await named(session, id);
    const key = await keyFor(session, "accept_assignment", view.id, view.seq, place);
    const body = place.is === "worktree" ? { location: locationOf(place) } : {};
    await session.client.claim({ task: view.id, body, key });
    const next = { do: "work, then submit_for_review", why: "Run your own checks first." };
    return { data: { status: "accepted", next }, text: `${view.id} is yours.` };
  },
});
