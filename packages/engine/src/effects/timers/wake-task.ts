import { setTimeout as sleep } from "node:timers/promises";
import { dueMs } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { readClock } from "../../platform/read-clock.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { followTarget } from "../../target/follow-target.ts";

/** Milliseconds by which a timer may fire early, because its clock is not the database's. */
const EARLY_MS = 5_000;

/** Waits until a time that is almost due. A later time has its own timer. */
export async function waitUntilDue(scope: EngineScope, atMs: number | null): Promise<void> {
  if (atMs === null) return;
  const leftMs = atMs - (await scope.read(readClock));
  if (leftMs > 0 && leftMs <= EARLY_MS) await sleep(leftMs + 1);
}

/**
 * Sends a task its deadline if it has one. The task checks whether it has passed. Returns false if it refused.
 *
 * The key names the task's last entry, so that several processes act on one deadline once.
 */
export async function wakeTask(
  scope: EngineScope,
  { task: id }: { task: string },
): Promise<boolean> {
  const task = await scope.store.load(scope.org, id);
  if (task === null || dueMs(task) === null) return false;
  // Accepts an interrupted move while its announcement is still valid.
  if (task.phase.is === "merging") await followTarget(scope, task.repo);
  const answer = await executeAsEngine(scope, {
    task: id,
    key: ENGINE_KEYS.due(scope.org, id, task.seq),
    command: { type: "deadline" },
  });
  return answer !== null;
}
