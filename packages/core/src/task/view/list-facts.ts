import type { Severity } from "../../policy/words.ts";
import type { Task } from "../model/state.ts";
import { batchObstacles } from "./batch-obstacles.ts";

/** What a list shows of a task beside its state, turn and title. Stored with the task, so that a list reads no task. */
export type ListFacts = {
  /** The last log entry that the facts include. */
  seq: number;
  /** The current round and its tree, which a decision names. Null before the first submission. */
  round: number | null;
  tree: string | null;
  attempt: number;
  /** Null if the policy's limit is unknown. */
  attemptLimit: number | null;
  /** Null until the round was planned. */
  mode: string | null;
  risk: number | null;
  /** Null until the change was read. */
  files: number | null;
  linesAdded: number | null;
  linesDeleted: number | null;
  /** The number of open findings by severity. */
  findings: Readonly<Record<Severity, number>>;
  /** The author of the work. Null before it is claimed. */
  author: string | null;
  labels: readonly string[];
  /** Until then the last decision can be undone. */
  graceUntilMs: number | null;
  /** The people who sent an earlier round back. */
  sentBackBy: readonly string[];
  batchObstacles: readonly string[];
};

/** Returns what a list shows of a task. `attempts` is the policy's limit. */
export function listFacts(task: Task, attempts: number | null): ListFacts {
  const { round, grace, labels } = task;
  const { facts, plan } = round ?? { facts: null, plan: null };
  return {
    seq: task.seq,
    round: round?.number ?? null,
    tree: round?.content.tree ?? null,
    attempt: task.attempt,
    attemptLimit: task.attemptLimit ?? attempts,
    mode: plan?.mode.mode ?? null,
    risk: plan?.classification.risk ?? null,
    files: facts?.files.length ?? null,
    linesAdded: facts?.linesAdded ?? null,
    linesDeleted: facts?.linesDeleted ?? null,
    findings: openFindings(task),
    author: task.location?.author ?? task.assignee,
    labels: labels.map(({ name }) => name),
    graceUntilMs: grace?.untilMs ?? null,
    sentBackBy: sentBackBy(task),
    batchObstacles: batchObstacles(task),
  };
}

function openFindings({ findings }: Task): ListFacts["findings"] {
  const counts = { critical: 0, major: 0, warning: 0, info: 0 } satisfies Record<Severity, number>;
  for (const { severity, disposition } of findings)
    if (disposition.is === "open") counts[severity] += 1;
  return counts;
}

function sentBackBy({ round, feedback }: Task): string[] {
  const number = round?.number ?? 0;
  const earlier = feedback.filter(
    ({ decision, iteration }) => decision === "redo" && iteration < number,
  );
  return [...new Set(earlier.map(({ by }) => by))];
}

/** Maximum length of the paths of a change that a list can be searched by. */
const MAX_PATHS = 20_000;

/** Returns the paths of a task's change, one per line, cut off after the last whole path that fits. */
export function searchedPaths({ round }: Task): string {
  const paths: string[] = [];
  let length = 0;
  for (const { path } of round?.facts?.files ?? []) {
    length += path.length + 1;
    if (length > MAX_PATHS) break;
    paths.push(path);
  }
  return paths.join("\n");
}
