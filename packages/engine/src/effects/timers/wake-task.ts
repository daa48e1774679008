import { setTimeout as sleep } from "node:timers/promises";
import type { Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { readClock } from "../../platform/read-clock.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { followTarget } from "../../target/follow-target.ts";

/** Milliseconds by which a timer may fire early, because its clock is not the database's. */
const EARLY_MS = 5_000;

/** Waits until a time that is almost due. A later time has its own timer. */
export async function waitUntilDue(
  scope: EngineScope,
  ...moments: readonly (number | null)[]
): Promise<void> {
  const nowMs = await scope.read(readClock);
  const left = moments.flatMap((atMs) => (atMs === null ? [] : [atMs - nowMs]));
  const soon = left.filter((ms) => ms > 0 && ms <= EARLY_MS);
  if (soon.length > 0) await sleep(Math.max(...soon) + 1);
}

/** Sends a task its deadline. The task checks whether the deadline still applies. */
export async function wakeTask(
  scope: EngineScope,
  job: { id: string; task: string },
): Promise<void> {
  const task = await scope.store.load(scope.org, job.task);
  if (task === null) return;
  await waitUntilDue(scope, taskDeadline(task), task.checkup?.deadlineMs ?? null);
  // Accepts an interrupted move while its announcement is still valid.
  if (task.phase.is === "merging") await followTarget(scope, task.repo);
  await executeAsEngine(scope, {
    task: job.task,
    key: ENGINE_KEYS.job(job.id, "due"),
    command: { type: "deadline" },
  });
}

function taskDeadline({ phase }: Task): number | null {
  if (phase.is === "in_progress" || phase.is === "rework") return phase.leaseUntilMs;
  return phase.is === "reviewing" || phase.is === "held" || phase.is === "merging"
    ? phase.deadlineMs
    : null;
}
