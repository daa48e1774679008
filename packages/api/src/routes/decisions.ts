import { TaskId } from "@countersign/core";
import { z } from "zod";
import { commandSchema } from "../schemas/command-schema.ts";
import { Answer, PutOff } from "../schemas/replies.ts";
import type { Role } from "../schemas/words.ts";
import { deleteRoute, postRoute } from "./route.ts";

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
  return postRoute({ id, path, summary, roles, params: OneTask, body, reply: Answer });
}

/** The kind of act that a person signs for an operation. No other operation asks for an act. */
export const ACTS_OF_OPERATION: Readonly<Record<string, readonly string[]>> = {
  approve: ["approve"],
  recordVerdict: ["approve"],
  override: ["override"],
  release: ["release"],
  dispose: ["dispose"],
  changeMode: ["mode"],
  cancelReviewer: ["cancel"],
  undo: ["retract"],
  releaseRepository: ["accept"],
  signTrust: ["root", "trust", "waypoint"],
};

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
    "Override the gate as the owner, with a permanently recorded reason",
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
    "Undo your own last decision during its grace period",
    commandSchema("undo").omit({ type: true }),
  ),
  retryReviewer: decision(
    "retryReviewer",
    "reviewers/retry",
    "Restart one pending reviewer",
    commandSchema("retry_reviewer").omit({ type: true }),
  ),
  cancelReviewer: decision(
    "cancelReviewer",
    "reviewers/cancel",
    "Cancel one pending reviewer; it has no result, which is never an approval",
    commandSchema("cancel_reviewer").omit({ type: true }),
  ),
  requestReview: decision(
    "requestReview",
    "reviews",
    "Request one more reviewer for the round, or a review of unfinished work; it only adds scrutiny",
    commandSchema("request_review").omit({ type: true }),
    ["author", "human"],
  ),
  changeMode: decision(
    "changeMode",
    "mode",
    "Change the review mode; agents can only make it stricter",
    commandSchema("change_mode").omit({ type: true }),
    ["author", "planner", "human"],
  ),
  reopen: decision(
    "reopen",
    "reopen",
    "Reopen a finished task",
    commandSchema("reopen").omit({ type: true }),
  ),
  cancel: decision(
    "cancel",
    "cancel",
    "Cancel a task",
    commandSchema("cancel").omit({ type: true }),
    ["planner", "human"],
  ),
  putOff: postRoute({
    id: "putOff",
    path: "/tasks/{task}/later",
    summary: "Snooze a task in your own inbox until a time, or until it changes",
    roles: PERSON,
    params: OneTask,
    body: z.strictObject({
      /** The last log entry that the person was shown; refused if work was submitted after it. */
      seq: z.int().min(1),
      untilMs: z.int().min(0).nullable().default(null),
    }),
    reply: PutOff,
  }),
  takeUp: deleteRoute({
    id: "takeUp",
    path: "/tasks/{task}/later",
    summary: "Unsnooze a task in your own inbox",
    roles: PERSON,
    params: OneTask,
    reply: PutOff,
  }),
};
