import type { TaskView } from "@countersign/api";
import { batchApprovalObstacles } from "@countersign/review";
import { decisionSubject, type TaskDecision } from "../../decisions/decision.ts";

/** A task with its place in a batch approval: included, or left out for these reasons. */
export type BatchTask = { view: TaskView; obstacles: readonly string[] };

/** Judges whether a batch approval includes a task. The dialog asks in any case, so unread changes are included. */
export function judgeForBatch(view: TaskView, me: string): BatchTask {
  if (view.round === null) return { view, obstacles: ["nothing was submitted"] };
  if (view.state !== "reviewing" || view.turn.who !== me)
    return { view, obstacles: ["it does not wait for you"] };
  return { view, obstacles: batchApprovalObstacles(view, 0, "unread") };
}

/** Returns one approval per included task, each of the round and tree that the dialog shows. */
export function batchApprovals(tasks: readonly BatchTask[]): TaskDecision[] {
  return tasks.flatMap(({ view, obstacles }) => {
    const subject = obstacles.length === 0 ? decisionSubject(view) : null;
    return subject === null ? [] : [{ ...subject, act: "approve", note: "" }];
  });
}
