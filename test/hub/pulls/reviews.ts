import { type Account, timestamp } from "../world/accounts.ts";
import type { Pull, PullReview } from "../world/pulls.ts";
import type { World } from "../world/world.ts";
import { emitReview } from "./emit-pull.ts";

const STATES = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

export type NewReview = {
  by: Account;
  event: keyof typeof STATES;
  body: string;
  /** The commit that the reviewer saw. Default: the head. */
  commit?: string | undefined;
};

/** Submits a review, or returns GitHub's reason for a refusal. A later push leaves it as it is. */
export function createReview(world: World, pull: Pull, given: NewReview): PullReview | string {
  const { by, event, body, commit = pull.head.commit } = given;
  if (by === pull.author && event === "APPROVE") return "Can not approve your own pull request";
  if (by === pull.author && event === "REQUEST_CHANGES")
    return "Can not request changes on your own pull request";
  const submittedAt = timestamp();
  const state = STATES[event];
  const review = { id: world.newId(), pull, by, state, body, commit, submittedAt };
  world.reviews.push(review);
  emitReview(world, review, "submitted", by);
  return review;
}

export function dismissReview(world: World, review: PullReview, by: Account): void {
  review.state = "DISMISSED";
  emitReview(world, review, "dismissed", by);
}
