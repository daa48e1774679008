import {
  type Answer,
  CountersignError,
  findTasksAt,
  oneLine,
  type TaskView,
  type WorkLocation,
} from "@countersign/api";
import { z } from "zod";
import { formerWork, named, ownWork } from "../find-work.ts";
import { keyFor, type Place, refuse, refuseOutside, type Session } from "../session.ts";
import { defineTool, Id, Next } from "../tool.ts";
import { refOf, turnText, unanswered } from "../views.ts";

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

export const submitForReview = defineTool({
  name: "submit_for_review",
  roles: ["author"],
  description:
    "Hand in finished work. Returns at once; you are free to stop or take another task. Call it once " +
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
    requireNotes(given);
    const place = await session.place();
    const work = workOf(place, given.branch_name);
    const view = await taskFor(session, place, work, given);
    if (view === null) return await openAndHandIn(session, place, work, given);
    requireRoundsLeft(view);
    requireAnswers(view, given);
    if (given.suggested_mode !== undefined) await askMode(session, view, given.suggested_mode);
    const { round, turn } = await handIn(session, view, work, given);
    return await tellOf(session, view.id, { round, turn });
  },
});

function requireNotes({ answers }: Input): void {
  const bare = answers.find(({ status, note }) => status !== "fixed" && note.trim() === "");
  if (bare !== undefined)
    refuse("invalid_input", `${bare.finding_id} is ${bare.status}, which needs a note.`);
}

type Work = { from: { worktree: string } | { branch: string }; location: WorkLocation };

/** What is checked out is taken as it lies there, with what is not committed. */
function workOf(place: Place, wanted: string | undefined): Work {
  if (place.is === "outside") return refuseOutside();
  const { worktree, branch } = place.is === "worktree" ? place : { worktree: null, branch: null };
  if (worktree !== null && branch !== null && (wanted === undefined || wanted === branch))
    return { from: { worktree }, location: { branch, worktree } };
  if (wanted === undefined)
    return refuse("invalid_input", "branch_name: name the branch that has your work.");
  return { from: { branch: wanted }, location: { branch: wanted, worktree } };
}

/**
 * The named task, or the one that the author has at this place; null: a new one is opened. A task that the author
 * did not begin here is never taken.
 */
async function taskFor(
  session: Session,
  place: Place,
  { location }: Work,
  given: Input,
): Promise<TaskView | null> {
  if (given.assignment_id !== undefined) return await named(session, given.assignment_id);
  const { actor, task } = await session.me();
  if (task !== null) return await named(session, task);
  if (place.is === "outside") return refuseOutside();
  const here = { ...location, author: actor.id };
  const repo = place.is === "worktree" ? place.repo : await onlyRepository(session);
  const [line] = await findTasksAt(session.client, { ...here, repo });
  if (line !== undefined) return await named(session, line.task);
  if (place.is === "worktree")
    return location.branch === place.branch ? await formerWork(session, place) : null;
  const begun = (await ownWork(session, actor.id, place)).find(
    (one) => one.state !== "open" && (one.location?.branch ?? location.branch) === location.branch,
  );
  return begun === undefined ? null : await named(session, begun.task);
}

/** A new task for work that belongs to none; the engine refuses work without changes. */
async function openAndHandIn(session: Session, place: Place, work: Work, given: Input) {
  const { signal, summary, title, suggested_mode: mode } = given;
  const repo = place.is === "worktree" ? place.repo : await onlyRepository(session);
  const named = title ?? titleFrom(summary, work.location);
  const body = { ...work, repo, title: named, signal, summary };
  const { task, round, turn } = await session.client.submitWork({ body });
  if (mode !== undefined) await askMode(session, await session.client.showTask({ task }), mode);
  return await tellOf(session, task, { round, turn });
}

function titleFrom(summary: string, { branch }: WorkLocation): string {
  const [first = ""] = summary.trim().split("\n");
  return first === "" ? `Work on ${branch}` : oneLine(first, MAX_TITLE);
}

async function onlyRepository({ client }: Session): Promise<string> {
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuse("invalid_input", "assignment_id: this token sees several repositories.");
}

/** What used its attempts up belongs to a person; more work would only be in the way. */
function requireRoundsLeft({ id, hold, attempt, attemptLimit }: TaskView): void {
  if (hold === null || !hold.reasons.some(({ code }) => code === "limit_attempts")) return;
  refuse("rounds_used", "", { task: id, attempts: attemptLimit ?? attempt, person: hold.inTurn });
}

function requireAnswers(view: TaskView, { answers }: Input): void {
  const isBack = view.state === "rework" || view.state === "in_progress";
  if (!isBack) return;
  const given = new Set(answers.map(({ finding_id }) => finding_id));
  const left = unanswered(view).filter(({ id }) => !given.has(id));
  if (left.length === 0) return;
  const findings = left.slice(0, 10).map(refOf).join(", ");
  refuse("unanswered_findings", "", { count: left.length, findings });
}

async function askMode(
  session: Session,
  view: TaskView,
  mode: NonNullable<Input["suggested_mode"]>,
) {
  const key = await keyFor(session, "suggested_mode", view.id, view.seq, mode);
  await session.client.changeMode({ task: view.id, body: { mode }, key });
}

async function handIn(
  session: Session,
  view: TaskView,
  work: Work,
  { signal, summary, answers }: Input,
): Promise<Pick<Answer, "round" | "turn">> {
  const said = answers.map(({ finding_id: finding, status, note }) => ({ finding, status, note }));
  const body = { ...work, signal, summary, answers: said };
  const round = (view.round?.number ?? 0) + 1;
  const key = await keyFor(session, "submit_for_review", view.id, round, view.seq, body);
  try {
    return await session.client.submit({ task: view.id, body, key });
  } catch (error) {
    const again = await repeated(session, view, summary, error);
    if (again !== null) return again;
    throw error;
  }
}

/** The very same work in review already: this call is a repeat of the one that handed it in. */
async function repeated(session: Session, view: TaskView, summary: string, error: unknown) {
  if (!(error instanceof CountersignError) || error.code !== "nothing_changed") return null;
  const { actor } = await session.me();
  const { round } = view;
  const isSame = view.state === "reviewing" && round?.summary === summary;
  if (!isSame || !view.authors.includes(actor.id)) return null;
  return { round: round.number, turn: view.turn };
}

async function tellOf(
  session: Session,
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
      turn: turnText({ turn }),
      gate: { decision: "pending" },
      next: {
        do: "stop",
        why: "Review runs without you. Feedback, if any, comes with your next assignment.",
      },
    },
    text: `${task} was handed in as round ${round}.`,
  };
}
