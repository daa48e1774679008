import {
  type AssignmentView,
  type FeedbackView,
  locationText,
  nextAssignmentText,
  oneLine,
  type TaskView,
  type WorkLocation,
} from "@countersign/api";
import { z } from "zod";
import { findSeats, type ReviewerSeat, seatId } from "../tool/find-seat.ts";
import { nextWork, resolveTask } from "../tool/find-work.ts";
import type { Detail } from "../tool/limits.ts";
import { createReviewRequest, MAX_TARGETS, ReviewRequestView } from "../tool/review-request.ts";
import { agentWorkLocation, type McpSession } from "../tool/session.ts";
import { specificationFields, specificationText } from "../tool/specification.ts";
import { defineTool, Next } from "../tool/tool.ts";
import { FindingView, listStandingFindings, shortTitle, viewFindings } from "../tool/views.ts";

const Output = z.object({
  assignment: z
    .looseObject({
      id: z.string(),
      task: z.string(),
      title: z.string(),
      status: z.enum(["pending", "in_progress", "rework"]),
      round: z.number(),
      review_attempt: z.number(),
      max_cycles: z.number(),
      feedback_markdown: z.string().nullable(),
      findings: z.array(FindingView),
    })
    .nullable(),
  /** For reviewers: all pending reviews, by any author. One verdict per target. */
  review_request: ReviewRequestView.optional(),
  next: Next,
});
const MAX_PLACE = 500;

type AssignmentReply = { data: z.input<typeof Output>; text: string };

export const getMyAssignmentTool = defineTool({
  name: "get_my_assignment",
  roles: ["author", "reviewer"],
  description:
    "Get your current assignment, with the feedback to address if it was sent back. Call this first.",
  does: "read",
  input: z.object({ detail: z.enum(["concise", "full"]).default("concise") }),
  output: Output,
  run: async (session, { detail }) => {
    const { role } = session;
    return role === "reviewer" ? await review(session, detail) : await work(session, detail);
  },
});

const NOTHING: AssignmentReply = {
  data: {
    assignment: null,
    next: {
      do: "stop",
      why: "You have no open assignment. If you changed files anyway, call submit_for_review with a title.",
    },
  },
  text: "You have no open assignment.",
};

async function work(session: McpSession, detail: Detail): Promise<AssignmentReply> {
  const { assignment: found, occupiedBy } = await nextWork(session);
  if (found === null) return occupiedBy === null ? NOTHING : waitsFor(occupiedBy);
  const view = await resolveTask(session, found.task);
  const feedback = await session.client.readFeedback({ task: view.id });
  const { branch: wanted } = found;
  const here = view.location ?? (await placeNow(session));
  const where = here === null || wanted === null ? here : { ...here, branch: wanted.name };
  const assignment = {
    ...assignmentOf(view, feedback, detail),
    branch: where?.branch ?? null,
    worktree: where?.worktree ?? null,
  };
  const standingNow =
    `${view.id} "${shortTitle(view)}" is ${assignment.status}, round ${feedback.round} of at most ${feedback.attemptLimit}.` +
    (where === null ? "" : ` Work in ${oneLine(locationText(where), MAX_PLACE)}.`);
  const parts = [standingNow, specificationText(view, detail), feedback.text ?? ""];
  return {
    data: { assignment, next: nextFor(view, found) },
    text: parts.filter((part) => part !== "").join("\n\n"),
  };
}

/** Explains that the agent's branch has work in review, so no new task begins there. */
function waitsFor(task: string): AssignmentReply {
  const why = `${task} has your work on this branch. If another task waits, take it on another branch or in another worktree.`;
  return {
    data: { assignment: null, next: { do: "stop", why } },
    text: "You have no open assignment here.",
  };
}

async function placeNow(session: McpSession): Promise<WorkLocation | null> {
  const place = await session.place();
  return place.is === "worktree" ? agentWorkLocation(place) : null;
}

function assignmentOf(view: TaskView, { text, round, attemptLimit }: FeedbackView, detail: Detail) {
  return {
    id: view.id,
    task: view.id,
    title: shortTitle(view),
    status: statusOf(view),
    review_attempt: view.attempt,
    max_cycles: attemptLimit,
    round,
    mode: view.round?.plan?.mode ?? null,
    base: view.round?.content.base ?? null,
    base_task: view.round?.baseTask?.task ?? null,
    repo: view.repo,
    ...specificationFields(view, detail),
    feedback_markdown: text,
    findings: viewFindings(listStandingFindings(view), detail),
  };
}

function statusOf({ state }: TaskView): "pending" | "in_progress" | "rework" {
  if (state === "open") return "pending";
  return state === "in_progress" ? "in_progress" : "rework";
}

function nextFor({ id, state, hold }: TaskView, found: AssignmentView): Next {
  if (found.branch !== null)
    return { do: `accept_assignment ${id}`, why: nextAssignmentText(found) };
  if (state === "held" && hold?.question != null)
    return { do: `respond_to_finding ${hold.question}`, why: "Reviewers disagree and ask you." };
  if (state === "open" || state === "rework")
    return { do: `accept_assignment ${id}`, why: "Then others know that you work on it." };
  return { do: "work, then submit_for_review", why: "Run your own checks before you submit." };
}

async function review(session: McpSession, detail: Detail): Promise<AssignmentReply> {
  const seats = await findSeats(session, MAX_TARGETS);
  const [seat] = seats;
  if (seat === undefined)
    return {
      ...NOTHING,
      data: { assignment: null, next: { do: "stop", why: "Nothing waits for your review." } },
    };
  const { view } = seat;
  const id = seatId(seat);
  const others = seats.length - 1;
  const rest =
    others === 0 ? "" : ` Then answer the other ${others} of review_request in the same way.`;
  return {
    data: {
      assignment: seatView(seat, id, detail),
      review_request: await createReviewRequest(session, [seat, ...seats.slice(1)]),
      next: {
        do: `get_change ${view.id}`,
        why: `Read it, then submit_review_result ${id}.${rest}`,
      },
    },
    text: [
      `${view.id} "${shortTitle(view)}" waits for your review as ${seat.requirement.id}, round ${seat.round}.` +
        (others === 0 ? "" : ` ${others} more of this request wait too: one verdict per task.`),
      specificationText(view, detail),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  };
}

function seatView({ view, round, requirement }: ReviewerSeat, id: string, detail: Detail) {
  return {
    id,
    task: view.id,
    title: shortTitle(view),
    status: "pending" as const,
    review_attempt: view.attempt,
    max_cycles: view.attemptLimit,
    round,
    mode: view.round?.plan?.mode ?? null,
    requirement: requirement.id,
    ...specificationFields(view, detail),
    feedback_markdown: null,
    findings: viewFindings(view.findings, detail),
  };
}
