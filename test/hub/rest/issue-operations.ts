import { z } from "zod";
import { emitComment } from "../pulls/emit-comment.ts";
import { commentView, eventView, timelineView } from "../views/issue-view.ts";
import { timestamp } from "../world/accounts.ts";
import type { IssueComment } from "../world/pulls.ts";
import {
  actingAccount,
  pullOf,
  type RestCall,
  RestFailure,
  type RestHandler,
  repositoryOf,
} from "./call.ts";

const CommentBody = z.object({ body: z.string() });

/** Comments and the timeline of a pull request, which GitHub shares with issues. */
export const ISSUE_OPERATIONS = {
  "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline": (call) => {
    const pull = pullOf(call);
    const events = call.world.events.filter((event) => event.pull === pull);
    return { status: 200, body: events.map((event) => timelineView(call.world, event)) };
  },
  "GET /repos/{owner}/{repo}/issues/{issue_number}/events": (call) => {
    const pull = pullOf(call);
    const events = call.world.events.filter((event) => event.pull === pull);
    return { status: 200, body: events.map((event) => eventView(call.world, event)) };
  },
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) => {
    const pull = pullOf(call);
    const comments = call.world.comments.filter((comment) => comment.pull === pull);
    return { status: 200, body: comments.map((comment) => commentView(call.world, comment)) };
  },
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) => {
    const { body } = CommentBody.parse(call.body);
    const at = timestamp();
    const comment = {
      id: call.world.newId(),
      pull: pullOf(call),
      by: actingAccount(call),
      app: call.actor.kind === "installation" ? call.actor.app : null,
      body,
      createdAt: at,
      updatedAt: at,
    };
    call.world.comments.push(comment);
    comment.pull.updatedAt = at;
    emitComment(call.world, comment);
    return { status: 201, body: commentView(call.world, comment) };
  },
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}": (call) => ({
    status: 200,
    body: commentView(call.world, commentOf(call)),
  }),
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": (call) => {
    const comment = commentOf(call);
    if (actingAccount(call) !== comment.by) throw new RestFailure(403, "Must have admin rights");
    comment.body = CommentBody.parse(call.body).body;
    comment.updatedAt = timestamp();
    return { status: 200, body: commentView(call.world, comment) };
  },
} satisfies Record<string, RestHandler>;

function commentOf(call: RestCall): IssueComment {
  const repository = repositoryOf(call);
  const found = call.world.comments.find(
    ({ id, pull }) => id === Number(call.params.comment_id) && pull.repository === repository,
  );
  if (found === undefined) throw new RestFailure(404, "Not Found");
  return found;
}
