import type { TaskLine, TaskView } from "@countersign/api";
import { batchApprovalObstacles, readNote } from "@countersign/review";
import { decisionSubject, type TaskDecision } from "../../decisions/decision.ts";

const OPEN_GATES: ReadonlySet<string | null> = new Set(["pass", "pass_with_warnings"]);

/** Returns why a row alone shows that a batch approval leaves the task out; null if the task must be read. */
export function lineObstacle({ state, gate }: Pick<TaskLine, "state" | "gate">): string | null {
  if (state !== "reviewing") return state.replace("_", " ");
  return OPEN_GATES.has(gate) ? null : `gate ${gate?.replaceAll("_", " ") ?? "pending"}`;
}

/** A task with its place in a batch approval: included, or left out for these reasons. */
export type BatchTask = { view: TaskView; obstacles: readonly string[] };

/** Judges whether a batch approval includes a task. The dialog asks in any case, so unread changes are included. */
export function judgeForBatch(view: TaskView, me: string): BatchTask {
  if (view.round === null) return { view, obstacles: ["nothing was submitted"] };
  if (view.state !== "reviewing" || view.turn.who !== me)
    return { view, obstacles: ["it does not wait for you"] };
  return { view, obstacles: batchApprovalObstacles(view, 0, "unread") };
}

/**
 * Returns one approval per included task, each of the round and tree that the dialog shows, with the share of its
 * lines that was read.
 */
export function batchApprovals(
  tasks: readonly BatchTask[],
  shares: ReadonlyMap<string, number>,
): TaskDecision[] {
  return tasks.flatMap(({ view, obstacles }) => {
    const subject = obstacles.length === 0 ? decisionSubject(view) : null;
    const note = readNote(shares.get(view.id) ?? 0, view);
    return subject === null ? [] : [{ ...subject, act: "approve", note }];
  });
}
