import { z } from "zod";
import { createReview, dismissReview } from "../pulls/reviews.ts";
import { reviewView } from "../views/pull-view.ts";
import { actingAccount, pullOf, RestFailure, type RestHandler } from "./call.ts";

const ReviewBody = z
  .object({
    event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]).default("COMMENT"),
    body: z.string().default(""),
    commit_id: z.string().optional(),
  })
  .default({ event: "COMMENT", body: "" });

export const REVIEW_OPERATIONS = {
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews": (call) => {
    const pull = pullOf(call);
    const reviews = call.world.reviews.filter((review) => review.pull === pull);
    return { status: 200, body: reviews.map((review) => reviewView(call.world, review)) };
  },
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews": (call) => {
    const { event, body, commit_id } = ReviewBody.parse(call.body);
    const given = { by: actingAccount(call), event, body, commit: commit_id };
    const review = createReview(call.world, pullOf(call), given);
    if (typeof review === "string") throw new RestFailure(422, review);
    return { status: 200, body: reviewView(call.world, review) };
  },
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals": (call) => {
    const id = Number(call.params.review_id);
    const pull = pullOf(call);
    const review = call.world.reviews.find((one) => one.id === id && one.pull === pull);
    if (review === undefined) throw new RestFailure(404, "Not Found");
    dismissReview(call.world, review, actingAccount(call));
    return { status: 200, body: reviewView(call.world, review) };
  },
} satisfies Record<string, RestHandler>;
