import { commentView, issueView, reactionsView } from "../views/issue-view.ts";
import { emitEvent } from "../webhooks/send-webhook.ts";
import type { IssueComment } from "../world/pulls.ts";
import type { World } from "../world/world.ts";

export function emitComment(world: World, comment: IssueComment): void {
  const { pull, by } = comment;
  const view = commentView(world, comment);
  const payload = {
    action: "created",
    issue: issueView(world, pull),
    comment: { ...view, reactions: reactionsView(view.url) },
  };
  emitEvent(world, { event: "issue_comment", repository: pull.repository, sender: by, payload });
}
