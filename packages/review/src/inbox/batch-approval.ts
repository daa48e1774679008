import type { TaskView } from "@countersign/api";

/** When approving several tasks at once asks for confirmation. */
export type ConfirmBatch = "never" | "unread" | "always";

/**
 * Lists why "approve all" leaves a task out; an empty list means that it is included.
 *
 * The engine judges the task; only the surface knows how much of the change was read. With
 * `unread`, unread changes are included and the confirmation names them.
 */
export function batchApprovalObstacles(
  view: TaskView,
  readPercent: number,
  confirmBatch: ConfirmBatch,
): string[] {
  const isUnread = readPercent < 100 && confirmBatch !== "unread";
  return [...view.batchObstacles, ...(isUnread ? [readShareText(readPercent)] : [])];
}

/** Returns `unread`, or `40% read`. */
export function readShareText(percent: number): string {
  return percent === 0 ? "unread" : `${percent}% read`;
}
