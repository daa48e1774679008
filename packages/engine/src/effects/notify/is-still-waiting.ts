import { type Task, turnOf } from "@countersign/core";
import type { NotifyWhy } from "../../ports/notifier.ts";

/** Whether a person still has to hear about a task: it waits for that person, for the reason that was given. */
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
