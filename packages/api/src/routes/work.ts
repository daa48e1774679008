import { TaskId, WorkLocation } from "@countersign/core";
import { z } from "zod";
import { commandSchema } from "../command-schema.ts";
import { post } from "../route.ts";
import { Answer } from "../schemas/replies.ts";
import { Nothing, RepositoryId } from "../schemas/words.ts";

const OneTask = z.strictObject({ task: TaskId });

const submission = commandSchema("submit").shape;

/** Exact bytes of the repository, instead of those that are there when they are read. */
const commit = submission.content.shape.head.optional();

/** Where the work is, on the engine's machine. */
const Work = z.union([
  z.strictObject({ branch: z.string().min(1).max(250), commit }),
  z.strictObject({ worktree: z.string().min(1).max(4_096), commit }),
]);

const Submission = z.strictObject({
  from: Work,
  /** A commit, branch or tag, as the author's worktree names it. */
  base: z.string().min(1).max(250).optional(),
  signal: submission.signal.default("DONE"),
  summary: submission.summary.default(""),
  askedType: submission.askedType.unwrap().optional(),
  answers: submission.answers.default([]),
  /** Where the author works; what comes back is told there. */
  location: WorkLocation.optional(),
});

const verdict = commandSchema("record_verdict").shape;

const disposal = commandSchema("dispose").shape;
const [Disputed, Dismissed, Deferred, Open] = disposal.as.options;

/** What a person was shown; an agent that disputes a finding may leave it out. */
const Shown = { round: disposal.round, tree: disposal.tree };

export const workRoutes = {
  claim: post({
    id: "claim",
    path: "/tasks/{task}/claim",
    summary: "Begin to work on a task",
    roles: ["author", "human"],
    params: OneTask,
    body: z.strictObject({ location: WorkLocation.optional() }),
    reply: Answer,
  }),
  submit: post({
    id: "submit",
    path: "/tasks/{task}/rounds",
    summary: "Hand work in: a new round",
    roles: ["author", "human"],
    params: OneTask,
    body: Submission,
    reply: Answer,
  }),
  submitWork: post({
    id: "submitWork",
    path: "/submissions",
    summary:
      "Submit work to a named task, to the open one of its author, branch and directory, or to a new one",
    roles: ["author", "human"],
    params: Nothing,
    body: Submission.extend({
      /** The task's id or a unique beginning of it; left out: repository and location say which. */
      task: z.string().min(1).max(300).optional(),
      repo: RepositoryId.optional(),
      /** The title of a new task; left out: none is opened. */
      title: z.string().trim().min(1).max(500).optional(),
      type: z.string().min(1).max(64).optional(),
      /** The task that release 0.1 remembered for the branch. */
      formerTask: TaskId.optional(),
    }),
    reply: Answer,
  }),
  recordVerdict: post({
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
  dispose: post({
    id: "dispose",
    path: "/tasks/{task}/findings/{finding}/disposition",
    summary: "Dispute, dismiss or defer a finding, or put it back on the table",
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
  reportEvent: post({
    id: "reportEvent",
    path: "/tasks/{task}/events",
    summary: "Tell what happens while the work goes on; it may start a checkup",
    roles: ["author", "reviewer", "planner", "human"],
    params: OneTask,
    body: commandSchema("report_event").omit({ type: true }),
    reply: Answer,
  }),
};
