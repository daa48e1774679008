import type { TaskView } from "@countersign/api";
import type { Model } from "../store/model.ts";
import { readShare } from "./read-share.ts";

type Reading = Pick<Model, "diff" | "data" | "confirmBatch">;

/**
 * Why `A` in the summary leaves a task out; an empty list means that it takes it.
 *
 * The engine judges the task; only this screen knows how much of the change the person has read. Where the policy
 * asks to confirm unread changes, they are offered and the sheet says so.
 */
export function approveAllObstacles(model: Reading, view: TaskView): string[] {
  const share = readShare(model, view);
  const isUnread = share < 100 && model.confirmBatch !== "unread";
  return [...view.batchObstacles, ...(isUnread ? [share === 0 ? "unread" : `${share}% read`] : [])];
}

export function isAutoApprovable(model: Reading, view: TaskView): boolean {
  return approveAllObstacles(model, view).length === 0;
}
