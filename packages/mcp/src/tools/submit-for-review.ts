import { type Answer, CountersignError, type TaskView } from "@countersign/api";
import { z } from "zod";
import { findWork, named } from "../find-work.ts";
import { keyFor, type Place, refuse, type Session } from "../session.ts";
import { defineTool, Id, Next } from "../tool.ts";
import { refOf, turnText, unanswered } from "../views.ts";

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
    "note is required unless fixed. Give title only for work without an assignment.",
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
    const from = workOf(place, given.branch_name);
    const view = await taskFor(session, place, given);
    requireRoundsLeft(view);
    requireAnswers(view, given);
    if (given.suggested_mode !== undefined) await askMode(session, view, given.suggested_mode);
    const { round, turn } = await handIn(session, view, from, given);
    await session.remember(view.id);
    return await tellOf(session, view.id, { round, turn });
  },
});

function requireNotes({ answers }: Input): void {
  const bare = answers.find(({ status, note }) => status !== "fixed" && note.trim() === "");
  if (bare !== undefined)
    refuse("invalid_input", `${bare.finding_id} is ${bare.status}, which needs a note.`);
}

/** What is checked out is taken as it lies there, with what is not committed. */
function workOf({ worktree, branch }: Place, wanted: string | undefined) {
  if (worktree !== null && (wanted === undefined || wanted === branch)) return { worktree };
  if (wanted !== undefined) return { branch: wanted };
  return refuse("invalid_input", "branch_name: name the branch that has your work.");
}

async function taskFor(session: Session, place: Place, given: Input): Promise<TaskView> {
  if (given.assignment_id !== undefined) return await named(session, given.assignment_id);
  if (given.title === undefined) {
    const view = await findWork(session);
    return view ?? refuse("no_assignment", "There is no open assignment");
  }
  const known = place.task === null ? null : await named(session, place.task).catch(notThere);
  const goesOn = known !== null && known.state !== "done" && known.state !== "rejected";
  return goesOn ? known : await open(session, place, given.title);
}

async function open(session: Session, { repo, branch }: Place, title: string): Promise<TaskView> {
  const where = repo ?? (await onlyRepository(session));
  const key = await keyFor(session, "create", where, branch, title);
  const body = { title, repo: where };
  const first = await named(session, (await session.client.createTask({ body, key })).task);
  if (first.state !== "done" && first.state !== "rejected") return first;
  // the same title once more, after the first has ended
  return await named(session, (await session.client.createTask({ body })).task);
}

async function onlyRepository({ client }: Session): Promise<string> {
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuse("invalid_input", "assignment_id: this token sees several repositories.");
}

function notThere(error: unknown): null {
  if (error instanceof CountersignError && error.code === "not_found") return null;
  throw error;
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
  from: { worktree: string } | { branch: string },
  { signal, summary, answers }: Input,
): Promise<Pick<Answer, "round" | "turn">> {
  const said = answers.map(({ finding_id: finding, status, note }) => ({ finding, status, note }));
  const body = { from, signal, summary, answers: said };
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
