import {
  CountersignError,
  type Decision,
  fold,
  type LogEntry,
  type Plan,
  type Task,
  type TaskEvent,
  type TaskTurn,
  turnOf,
} from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { listForeignTips } from "../store/organisation/foreign-tips.ts";
import { describeEntry } from "./describe-entry.ts";
import { unreviewedText } from "./repositories/repository-lines.ts";

/** Why a task is in its current state, from its log. */
export type Why = {
  task: string;
  title: string;
  state: Task["phase"]["is"];
  turn: TaskTurn;
  round: number | null;
  attempt: number;
  flags: readonly string[];
  plan: Plan | null;
  /** Every decision of the task, oldest first. */
  decisions: readonly { seq: number; atMs: number; round: number; decision: Decision }[];
  /** Description of each event in one line, oldest first. */
  story: readonly { seq: number; atMs: number; by: string; text: string }[];
  /** Description of commits that the target got without a review during the task. Null if there are none. */
  unreviewed: string | null;
};

export async function why(scope: EngineScope, by: Principal, taskId: string): Promise<Why> {
  requirePermission(by, "read", taskId);
  const log = await scope.store.log(by.org, taskId);
  if (log.length === 0) throw new CountersignError("not_found", `There is no task ${taskId}`);
  const task = fold(log);
  const foreign = await scope.transact((session) => listForeignTips(session));
  const [from = 0, to = 0] = [log[0]?.atMs, isOver(task) ? log.at(-1)?.atMs : Infinity];
  const meanwhile = foreign.filter(
    ({ repo, atMs }) => repo === task.repo && atMs >= from && atMs <= to,
  );
  return { ...explain(log, task), unreviewed: unreviewedText(meanwhile) };
}

function isOver({ phase }: Task): boolean {
  return phase.is === "done" || phase.is === "rejected";
}

function explain(log: readonly LogEntry[], task: Task): Omit<Why, "unreviewed"> {
  const { id, title, attempt, flags, round, phase } = task;
  return {
    task: id,
    title,
    state: phase.is,
    turn: turnOf(task),
    round: round?.number ?? null,
    attempt,
    flags,
    plan: round?.plan ?? null,
    decisions: decisionsIn(log),
    story: log.flatMap(({ seq, atMs, by, event }) => {
      const text = describeEntry({ by, event });
      return text === null ? [] : [{ seq, atMs, by, text: `${text}${reviewerSummary(event)}` }];
    }),
  };
}

/** Returns a reviewer's summary, to print on the lines below its verdict. */
function reviewerSummary(event: TaskEvent): string {
  const isAnswer =
    event.type === "verdict_recorded" ||
    event.type === "checkup_verdict" ||
    event.type === "evidence_recorded";
  if (!isAnswer) return "";
  const { requirement, summary, notShownWhole } = event.verdict;
  const isTold = requirement === "layer:self" || notShownWhole !== undefined;
  const words = summary.trim();
  return isTold || words === "" ? "" : `\n${words}`;
}

function decisionsIn(log: readonly LogEntry[]): Why["decisions"] {
  let round = 0;
  return log.flatMap(({ seq, atMs, event }) => {
    if (event.type === "submitted") round = event.round;
    return event.type === "decided" ? [{ seq, atMs, round, decision: event.decision }] : [];
  });
}
