import { TaskId, WorkLocation } from "@countersign/core";
import { z } from "zod";
import { commandSchema } from "../schemas/command-schema.ts";
import { Answer } from "../schemas/replies.ts";
import { Nothing, RepositoryId } from "../schemas/words.ts";
import { postRoute } from "./route.ts";

const OneTask = z.strictObject({ task: TaskId });

const submission = commandSchema("submit").shape;

/** A commit of the repository to submit, instead of the current files. */
const commit = submission.content.shape.head.optional();

/** The location of the work on the engine's machine. */
const Work = z.union([
  z.strictObject({ branch: z.string().min(1).max(250), commit }),
  z.strictObject({ worktree: z.string().min(1).max(4_096), commit }),
]);

const Submission = z.strictObject({
  from: Work,
  /** A commit, branch or tag, resolved in the author's worktree. */
  base: z.string().min(1).max(250).optional(),
  signal: submission.signal.default("DONE"),
  summary: submission.summary.default(""),
  askedType: submission.askedType.unwrap().optional(),
  answers: submission.answers.default([]),
  /** The author's location; feedback is announced there. */
  location: WorkLocation.optional(),
});

const verdict = commandSchema("record_verdict").shape;

const disposal = commandSchema("dispose").shape;
const [Disputed, Dismissed, Deferred, Open] = disposal.as.options;

/** What the person was shown. An agent that disputes a finding may omit it. */
const Shown = { round: disposal.round, tree: disposal.tree };

export const workRoutes = {
  claim: postRoute({
    id: "claim",
    path: "/tasks/{task}/claim",
    summary: "Claim a task",
    roles: ["author", "human"],
    params: OneTask,
    body: z.strictObject({ location: WorkLocation.optional() }),
    reply: Answer,
  }),
  submit: postRoute({
    id: "submit",
    path: "/tasks/{task}/rounds",
    summary: "Submit work as a new round",
    roles: ["author", "human"],
    params: OneTask,
    body: Submission,
    reply: Answer,
  }),
  submitWork: postRoute({
    id: "submitWork",
    path: "/submissions",
    summary:
      "Submit work to a named task, to the open one of its author, branch and directory, or to a new one",
    roles: ["author", "human"],
    params: Nothing,
    body: Submission.extend({
      /** The task's id or a unique prefix. Default: the task of the repository and location. */
      task: z.string().min(1).max(300).optional(),
      repo: RepositoryId.optional(),
      /** The title of a new task. Without it no task is opened. */
      title: z.string().trim().min(1).max(500).optional(),
      type: z.string().min(1).max(64).optional(),
      /** The branch's task as stored by release 0.1. */
      formerTask: TaskId.optional(),
    }),
    reply: Answer,
  }),
  recordVerdict: postRoute({
    id: "recordVerdict",
    path: "/tasks/{task}/verdicts",
    summary: "Answer a requirement for exactly one content",
    roles: ["reviewer", "human"],
    params: OneTask,
    body: z.strictObject({
      of: verdict.of.default("round"),
      round: verdict.number,
      tree: verdict.tree,
      requirement: verdict.requirement,
      opinion: verdict.opinion,
      summary: verdict.summary.default(""),
      findings: verdict.findings.default([]),
      costUsd: verdict.costUsd.default(0),
      notShownWhole: verdict.notShownWhole,
    }),
    reply: Answer,
  }),
  dispose: postRoute({
    id: "dispose",
    path: "/tasks/{task}/findings/{finding}/disposition",
    summary: "Dispute, dismiss, defer or reopen a finding",
    roles: ["author", "human"],
    params: z.strictObject({ task: TaskId, finding: disposal.finding }),
    body: z.discriminatedUnion("is", [
      Disputed.extend(Shown),
      Dismissed.extend(Shown),
      Deferred.extend(Shown),
      Open.extend(Shown),
    ]),
    reply: Answer,
  }),
  reportEvent: postRoute({
    id: "reportEvent",
    path: "/tasks/{task}/events",
    summary: "Report an event during the work; it may start a checkup",
    roles: ["author", "reviewer", "planner", "human"],
    params: OneTask,
    body: commandSchema("report_event").omit({ type: true }),
    reply: Answer,
  }),
};
