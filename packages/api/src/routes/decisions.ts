import { TaskId } from "@countersign/core";
import { z } from "zod";
import { commandSchema } from "../command-schema.ts";
import { post, remove } from "../route.ts";
import { Answer, PutOff } from "../schemas/replies.ts";
import type { Role } from "../schemas/words.ts";

const OneTask = z.strictObject({ task: TaskId });
const PERSON: readonly Role[] = ["human"];

const approval = commandSchema("approve").shape;
const redo = commandSchema("redo").shape;

/** What the person was shown. A decision on anything else is refused as `stale_round` or `stale_content`. */
const Shown = { round: redo.round, tree: redo.tree };

function decision<Body extends z.ZodType>(
  id: string,
  verb: string,
  summary: string,
  body: Body,
  roles = PERSON,
) {
  const path = `/tasks/{task}/${verb}`;
  return post({ id, path, summary, roles, params: OneTask, body, reply: Answer });
}

/** Routes for the decisions of people. */
export const decisionRoutes = {
  approve: decision(
    "approve",
    "approve",
    "Approve exactly the round and tree that were shown",
    z.strictObject({
      round: approval.round,
      tree: approval.tree,
      /** Default: the one requirement that waits for the caller. */
      requirement: approval.requirement.optional(),
      note: approval.note,
    }),
  ),
  redo: decision(
    "redo",
    "redo",
    "Send the work back with feedback",
    z.strictObject({
      ...Shown,
      quickIssues: redo.quickIssues.default([]),
      customFeedback: redo.customFeedback.default(""),
      option: redo.option.default("keep"),
      priority: redo.priority.default("same"),
    }),
  ),
  reject: decision(
    "reject",
    "reject",
    "End the task without a merge",
    commandSchema("reject").omit({ type: true }),
  ),
  override: decision(
    "override",
    "override",
    "Go past the gate, as owner and with a reason that stays visible",
    commandSchema("override").omit({ type: true }),
  ),
  release: decision(
    "release",
    "release",
    "Settle each reason of a hold",
    commandSchema("release").omit({ type: true }),
  ),
  undo: decision(
    "undo",
    "undo",
    "Take back one's own last decision within its grace",
    commandSchema("undo").omit({ type: true }),
  ),
  retryReviewer: decision(
    "retryReviewer",
    "reviewers/retry",
    "Have one machine that is waited for asked again",
    commandSchema("retry_reviewer").omit({ type: true }),
  ),
  cancelReviewer: decision(
    "cancelReviewer",
    "reviewers/cancel",
    "Wait no longer for one machine; it has no result then, which is never an approval",
    commandSchema("cancel_reviewer").omit({ type: true }),
  ),
  requestReview: decision(
    "requestReview",
    "reviews",
    "Ask one more agent to answer for the round, or have unfinished work looked at; it only adds scrutiny",
    commandSchema("request_review").omit({ type: true }),
    ["author", "human"],
  ),
  changeMode: decision(
    "changeMode",
    "mode",
    "Ask for another mode; agents can only make it stricter",
    commandSchema("change_mode").omit({ type: true }),
    ["author", "planner", "human"],
  ),
  reopen: decision(
    "reopen",
    "reopen",
    "Open a finished task again",
    commandSchema("reopen").omit({ type: true }),
  ),
  cancel: decision(
    "cancel",
    "cancel",
    "Give a task up",
    commandSchema("cancel").omit({ type: true }),
    ["planner", "human"],
  ),
  putOff: post({
    id: "putOff",
    path: "/tasks/{task}/later",
    summary: "Take a task out of one's own inbox until a time, or until it changes",
    roles: PERSON,
    params: OneTask,
    body: z.strictObject({
      /** The last log entry that the person was shown; refused if work was submitted after it. */
      seq: z.int().min(1),
      untilMs: z.int().min(0).nullable().default(null),
    }),
    reply: PutOff,
  }),
  takeUp: remove({
    id: "takeUp",
    path: "/tasks/{task}/later",
    summary: "Put a task back into one's own inbox",
    roles: PERSON,
    params: OneTask,
    reply: PutOff,
  }),
};
