import { accountView } from "../views/account-view.ts";
import { fullPullView, pullView, reviewView } from "../views/pull-view.ts";
import { emitEvent } from "../webhooks/send-webhook.ts";
import { type Account, timestamp } from "../world/accounts.ts";
import type { Pull, PullReview } from "../world/pulls.ts";
import type { World } from "../world/world.ts";

/** Events whose payload holds the pull request as in a list. */
const MERGE_FIELDS = {
  allow_auto_merge: false,
  allow_update_branch: false,
  delete_branch_on_merge: false,
  merge_commit_message: "PR_TITLE",
  merge_commit_title: "MERGE_MESSAGE",
  squash_merge_commit_message: "PR_BODY",
  squash_merge_commit_title: "PR_TITLE",
  use_squash_pr_title_as_default: false,
};

/** Sends an event of a pull request to the apps, and notes its time. */
export function emitPull(
  world: World,
  pull: Pull,
  action: string,
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  pull.updatedAt = timestamp();
  const payload = {
    action,
    number: pull.number,
    pull_request: { ...fullPullView(world, pull), ...MERGE_FIELDS },
    ...more,
  };
  emitEvent(world, { event: "pull_request", repository: pull.repository, sender, payload });
}

export function emitReview(
  world: World,
  review: PullReview,
  action: string,
  sender: Account,
): void {
  const { pull } = review;
  pull.updatedAt = timestamp();
  const view = reviewView(world, review);
  const payload = {
    action,
    review: { ...view, state: view.state.toLowerCase(), user: accountView(world, review.by) },
    pull_request: pullView(world, pull),
  };
  emitEvent(world, { event: "pull_request_review", repository: pull.repository, sender, payload });
}
