import { setTimeout as pause } from "node:timers/promises";
import { hasTurnHolder, type TaskView } from "@countersign/api";
import { z } from "zod";
import { resolveTask } from "../tool/find-work.ts";
import type { McpSession } from "../tool/session.ts";
import { defineTool, Id, Next } from "../tool/tool.ts";
import {
  FindingView,
  listStandingFindings,
  shortTitle,
  turnHolderText,
  viewFindings,
} from "../tool/views.ts";

const LOOK_MS = 500;
const MAX_SECONDS = 50;
const WAITS: ReadonlySet<TaskView["state"]> = new Set(["reviewing", "approved", "merging"]);

export const getReviewStatusTool = defineTool({
  name: "get_review_status",
  roles: ["author", "reviewer", "planner", "viewer"],
  description: "Get the status of a task. wait_seconds waits for a change; waiting is optional.",
  does: "read",
  input: z.object({
    task: Id,
    wait_seconds: z.number().min(0).max(MAX_SECONDS).default(0),
    since_round: z.number().optional(),
  }),
  output: z.looseObject({
    state: z.string(),
    turn: z.string(),
    round: z.number().nullable(),
    gate: z.looseObject({ decision: z.string() }),
    open_findings: z.array(FindingView),
    eta_seconds: z.number().nullable(),
    next: Next,
  }),
  async run(session, given, signal) {
    const view = await waitFor(session, given, signal);
    const { role } = session;
    const { actor } = await session.me();
    const open = listStandingFindings(view);
    const gate = { decision: view.gate ?? "pending", ...countsOf(open) };
    return {
      data: {
        task: view.id,
        title: shortTitle(view),
        state: view.state,
        turn: turnHolderText(view),
        round: view.round?.number ?? null,
        base_task: view.round?.baseTask?.task ?? null,
        gate,
        open_findings: viewFindings(open, "concise"),
        eta_seconds: etaOf(view),
        next: nextFor(view, role === "author" ? actor.id : null),
      },
      text: `${view.id} is ${view.state}; turn: ${turnHolderText(view)}; gate: ${gate.decision}.`,
    };
  },
});

type StatusInput = { task: string; wait_seconds: number; since_round?: number | undefined };

/** Returns as soon as the turn moves, the round is newer than the known one, or nothing is pending. */
async function waitFor(
  session: McpSession,
  wanted: StatusInput,
  signal: AbortSignal,
): Promise<TaskView> {
  const first = await resolveTask(session, wanted.task);
  const end = performance.now() + wanted.wait_seconds * 1_000;
  let view = first;
  while (isWaiting(view, first, wanted) && performance.now() < end && !signal.aborted) {
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
    view = await resolveTask(session, first.id);
  }
  return view;
}

function isWaiting(view: TaskView, first: TaskView, { since_round: known }: StatusInput): boolean {
  const isNewer = known !== undefined && (view.round?.number ?? 0) > known;
  const isSame = view.state === first.state && view.turn.holder === first.turn.holder;
  return !isNewer && isSame && WAITS.has(view.state);
}

function countsOf(findings: TaskView["findings"]) {
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
  return { critical: count("critical"), major: count("major"), warning: count("warning") };
}

/** Returns the deadline of machines; the time of a person's answer is unknown. */
function etaOf({ turn, deadlineMs }: TaskView): number | null {
  if (deadlineMs === null || turn.holder === "person" || !hasTurnHolder(turn)) return null;
  return Math.max(0, Math.round((deadlineMs - Date.now()) / 1_000));
}

function nextFor({ state, turn, hold }: TaskView, author: string | null): Next {
  const isTheirs = turn.holder === "agent" && (turn.who === null || turn.who === author);
  if (author !== null && isTheirs) return { do: "get_my_assignment", why: "It is your turn." };
  if (state === "held" && hold?.kind === "escalated")
    return { do: "stop", why: "It belongs to a person now. Do not continue it." };
  return { do: "stop", why: "Nothing to do; stop or take another task." };
}
