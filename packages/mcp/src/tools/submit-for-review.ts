import {
  type Answer,
  nextAssignmentText,
  oneLine,
  type TaskView,
  type WorkLocation,
} from "@countersign/api";
import { z } from "zod";
import { nextWork } from "../tool/find-work.ts";
import {
  type AgentLocation,
  keyFor,
  type McpSession,
  refuseCall,
  refuseOutside,
} from "../tool/session.ts";
import { defineTool, Id, Next } from "../tool/tool.ts";
import { turnHolderText } from "../tool/views.ts";

const MAX_TITLE = 80;

const Answers = z
  .array(
    z.object({
      finding_id: z.string(),
      status: z.enum(["fixed", "answered", "wont_fix"]),
      note: z.string().max(2_000).default(""),
    }),
  )
  .max(200)
  .default([]);

const Input = z.object({
  assignment_id: Id.optional(),
  title: z.string().trim().min(1).max(500).optional(),
  branch_name: z.string().min(1).max(250).optional(),
  summary: z.string().max(10_000).default(""),
  signal: z.enum(["DONE", "PARTIAL", "BLOCKED"]).default("DONE"),
  answers: Answers,
  suggested_mode: z.enum(["per-task", "batch", "auto", "skip"]).optional(),
});
type Input = z.output<typeof Input>;

export const submitForReviewTool = defineTool({
  name: "submit_for_review",
  roles: ["author"],
  description:
    "Submit finished work. Returns at once; you are free to stop or take another task. Call it once " +
    "per round, after your own checks. If you are answering feedback, give one answer per finding; a " +
    "note is required unless fixed. Without assignment_id it continues the task of your branch and " +
    "working directory, or opens one under title.",
  does: "write",
  input: Input,
  output: z.object({
    task: z.string(),
    round: z.number().nullable(),
    max_cycles: z.number(),
    mode: z.string().nullable(),
    why_mode: z.string(),
    turn: z.string(),
    gate: z.looseObject({ decision: z.string() }),
    next: Next,
  }),
  async run(session, given) {
    const place = await session.place();
    const body = await bodyOf(session, place, given);
    const { task, round, turn } = await session.client.submitWork({ body });
    const { suggested_mode: mode } = given;
    if (mode !== undefined) await askMode(session, await session.client.showTask({ task }), mode);
    return await tellOf(session, task, { round, turn });
  },
});

type Work = { from: { worktree: string } | { branch: string }; location: WorkLocation };

/** Submits the checked-out files, including uncommitted changes. */
function workOf(place: AgentLocation, wanted: string | undefined): Work {
  if (place.is === "outside") return refuseOutside();
  const { worktree, branch } = place.is === "worktree" ? place : { worktree: null, branch: null };
  if (worktree !== null && branch !== null && (wanted === undefined || wanted === branch))
    return { from: { worktree }, location: { branch, worktree } };
  if (wanted === undefined)
    return refuseCall("invalid_input", "branch_name: name the branch that has your work.");
  return { from: { branch: wanted }, location: { branch: wanted, worktree } };
}

/** Builds the request from which the engine finds or opens the task. */
async function bodyOf(session: McpSession, place: AgentLocation, given: Input) {
  const work = workOf(place, given.branch_name);
  const { signal, summary, title } = given;
  const answers = given.answers.map(({ finding_id: finding, ...said }) => ({ finding, ...said }));
  const body = { ...work, signal, summary, answers };
  const task = given.assignment_id ?? (await session.me()).task;
  if (task !== null) return { ...body, task };
  const isHere = place.is === "worktree" && place.branch === work.location.branch;
  return {
    ...body,
    repo: place.is === "worktree" ? place.repo : await onlyRepository(session),
    title: title ?? titleFrom(summary, work.location),
    ...(isHere && place.formerTask !== null && { formerTask: place.formerTask }),
  };
}

function titleFrom(summary: string, { branch }: WorkLocation): string {
  const [first = ""] = summary.trim().split("\n");
  return first === "" ? `Work on ${branch}` : oneLine(first, MAX_TITLE);
}

async function onlyRepository({ client }: McpSession): Promise<string> {
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuseCall("invalid_input", "assignment_id: this token sees several repositories.");
}

async function askMode(
  session: McpSession,
  view: TaskView,
  mode: NonNullable<Input["suggested_mode"]>,
) {
  const key = await keyFor(session, "suggested_mode", view.id, view.seq, mode);
  await session.client.changeMode({ task: view.id, body: { mode }, key });
}

async function tellOf(
  session: McpSession,
  task: string,
  { round, turn }: Pick<Answer, "round" | "turn">,
) {
  const { attemptLimit } = await session.client.readFeedback({ task });
  const { plan } = await session.client.why({ task });
  const why = plan === null ? "decided once the change was read" : plan.mode.because.fact;
  return {
    data: {
      task,
      round,
      max_cycles: attemptLimit,
      mode: plan?.mode.mode ?? null,
      why_mode: why,
      turn: turnHolderText({ turn }),
      gate: { decision: "pending" },
      next: await nextStep(session, task),
    },
    text: `${task} was submitted as round ${round}.`,
  };
}

const STOP: Next = {
  do: "stop",
  why: "Review runs without you. Feedback, if any, comes with your next assignment.",
};

/** Recommends the step after a submission: the author's next assignment, if there is one. */
async function nextStep(session: McpSession, submitted: string): Promise<Next> {
  const { assignment } = await nextWork(session, submitted);
  if (assignment === null) return STOP;
  const { task } = assignment;
  return { do: `accept_assignment ${task}`, why: nextAssignmentText(assignment) };
}
