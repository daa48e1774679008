import type { EngineScope } from "../../execute/engine-scope.ts";
import { readTaskWithContext } from "../../execute/read-task-with-context.ts";
import type { NotifyWhy } from "../../ports/notifier.ts";
import { alertHold } from "./alert-holds.ts";
import { isStillWaiting } from "./is-still-waiting.ts";
import { isUrgent, planNotification } from "./plan-notification.ts";

type NotifyJob = {
  task: string;
  /** The round at the time of the notification. Null before the first one. */
  round: number | null;
  to: string;
  why: NotifyWhy;
  /** The log entry that caused the notification. */
  seq: number;
};

/** Notifies a person about a task, unless the task has moved on. */
export async function notify(scope: EngineScope, job: NotifyJob): Promise<void> {
  const { round, to, why } = job;
  const read = await readTaskWithContext(scope, job.task);
  if (read === null || scope.notifier === undefined) return;
  const { task, context } = read;
  if (why === "alert") return await alertHold(scope, task.repo);
  if (!isStillWaiting(task, to, job)) return;
  const isPerTask = task.round?.plan?.mode.mode === "per-task";
  await planNotification(scope, context.policy, to, {
    fact: notificationFact(job),
    why,
    repo: task.repo,
    taskId: task.id,
    round,
    now: isUrgent(job) || isPerTask,
  });
}

/** Returns one key per task, round and reason. Each reminder has its own key. */
function notificationFact({ task, round, why, seq }: NotifyJob): string {
  const fact = `${task}:${round ?? 0}:${why}`;
  return why === "reminder" ? `${fact}:${seq}` : fact;
}
