import { reviewerTerms, reviewRequest } from "@countersign/api";
import { z } from "zod";
import { type ReviewerSeat, seatId } from "./find-seat.ts";
import type { McpSession } from "./session.ts";
import { shortTitle } from "./views.ts";

/** Maximum number of tasks in one request. */
export const MAX_TARGETS = 10;

/** One request for several tasks, with the seat of each target. */
export const ReviewRequestView = z.object({
  type: z.literal("review_request"),
  reviewer: z.string(),
  /** The agents whose work is under review. */
  targets: z.array(z.string()),
  context: z.record(z.string(), z.string()),
  focus_areas: z.array(z.string()),
  max_words: z.number(),
  items: z.array(
    z.object({
      assignment_id: z.string(),
      task: z.string(),
      title: z.string(),
      authors: z.array(z.string()),
      round: z.number(),
      tree: z.string(),
    }),
  ),
});
type ReviewRequestView = z.infer<typeof ReviewRequestView>;

/**
 * Creates one request for all reviews that wait for a connected reviewer. Each item is pinned to
 * its own round and tree and gets its own verdict. The authors' own summaries are left out.
 */
export async function createReviewRequest(
  session: McpSession,
  seats: readonly [ReviewerSeat, ...ReviewerSeat[]],
): Promise<ReviewRequestView> {
  const { actor } = await session.me();
  const policy = await session.client.readPolicy({ repo: seats[0].view.repo });
  const targets = [...new Set(seats.flatMap(({ view }) => view.authors))];
  const reviewer = { id: actor.id, ...reviewerTerms(policy, actor.id) };
  return {
    ...reviewRequest({ reviewer, targets, pass: "first" }),
    items: seats.map((seat) => ({
      assignment_id: seatId(seat),
      task: seat.view.id,
      title: shortTitle(seat.view),
      authors: [...seat.view.authors],
      round: seat.round,
      tree: seat.tree,
    })),
  };
}
