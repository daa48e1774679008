import { type Task, turnOf } from "@countersign/core";
import type { NotifyWhy } from "../../ports/notifier.ts";

/** Returns true if a task still waits for this person for the announced reason. */
export function isStillWaiting(
  task: Task,
  person: string,
  { why, round }: { why: NotifyWhy; round: number | null },
): boolean {
  if (why === "alert") return true;
  const { phase } = task;
  const isHeld = phase.is === "held";
  if (turnOf(task).who !== person || (task.round?.number ?? null) !== round) return false;
  return why === "escalated" ? isHeld : why === "reminder" || !isHeld;
}
