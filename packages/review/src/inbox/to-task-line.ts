import type { TaskLine, TaskView } from "@countersign/api";

type LineContext = {
  updatedMs: number;
  /** The caller. Null if it is unknown. */
  me: string | null;
  /** The row that a list gave before. Null if there is none. */
  known: TaskLine | null;
};

/** Creates the row of a list from a task that was read whole. */
export function toTaskLine(view: TaskView, { updatedMs, me, known }: LineContext): TaskLine {
  const { id, seq, title, repo, state, turn, gate, priority, location, round } = view;
  const { change = null, plan = null } = round ?? {};
  const sameTurn = known?.turn.holder === turn.holder && known.turn.who === turn.who;
  return {
    ...{ task: id, seq, title, repo, state, turn, gate, priority, location, updatedMs },
    round: round?.number ?? null,
    tree: round?.content.tree ?? null,
    attempt: view.attempt,
    attemptLimit: view.attemptLimit,
    mode: plan?.mode ?? null,
    risk: plan?.risk ?? null,
    files: change?.files ?? null,
    linesAdded: change?.linesAdded ?? null,
    linesDeleted: change?.linesDeleted ?? null,
    findings: countFindings(view),
    author: location?.author ?? view.assignee,
    labels: view.labels.map(({ name }) => name),
    waitingSinceMs: sinceMs(turn.holder, sameTurn ? known.waitingSinceMs : updatedMs),
    graceUntilMs: view.grace?.untilMs ?? null,
    isReturned: view.feedback.some(
      ({ by, decision, iteration }) =>
        by === me && decision === "redo" && iteration < (round?.number ?? 0),
    ),
    batchObstacles: view.batchObstacles,
  };
}

function sinceMs(holder: string, ms: number | null): number | null {
  return holder === "nobody" ? null : ms;
}

function countFindings({ findings }: TaskView): TaskLine["findings"] {
  const counts = { critical: 0, major: 0, warning: 0, info: 0 };
  for (const { severity, disposition } of findings)
    if (disposition.is === "open") counts[severity] += 1;
  return counts;
}
