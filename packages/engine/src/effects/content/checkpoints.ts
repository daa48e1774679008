import type { Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { CHECKPOINTS } from "../../store/names/job-ids.ts";
import { waitUntilDue } from "../timers/wake-task.ts";
import { findWorkLocation } from "./find-work-location.ts";

/** Saves the files of an agent's worktree after its lease expired. */
export async function saveTaskCheckpoint(
  scope: EngineScope,
  job: { task: string; round: number },
): Promise<void> {
  const work = await findWorkLocation(scope, job.task);
  if (work === null || !("worktree" in work.place)) return;
  const mirror = scope.mirror;
  const { commit } = await mirror.snapshot(work.repository, work.place.worktree);
  await mirror.saveCheckpoint(work.repository.id, CHECKPOINTS.round(job.task, job.round), commit);
}

/** Ends the grace period. The decision becomes visible to the author and can no longer be undone. */
export async function closeGraceWhenDue(
  scope: EngineScope,
  job: { id: string; task: string },
): Promise<void> {
  const task = await scope.store.load(scope.org, job.task);
  boundary("close_grace.begun");
  await waitUntilDue(scope, task?.grace?.untilMs ?? null);
  await executeAsEngine(scope, {
    task: job.task,
    key: ENGINE_KEYS.job(job.id, "closed"),
    command: { type: "close_grace" },
  });
}

/**
 * Resets the author's work to the starting point that a person chose for a redo, after saving the current files.
 */
export async function resetTaskWork(
  scope: EngineScope,
  job: { id: string; task: string; to: "before" | "checkpoint" },
): Promise<void> {
  await closeGraceWhenDue(scope, job);
  const task = await scope.store.load(scope.org, job.task);
  const work = await findWorkLocation(scope, job.task);
  if (task?.phase.is !== "rework" || task.round === null || task.grace !== null) return;
  if (task.feedback.findLast(({ decision }) => decision === "redo")?.redoOption !== OPTION[job.to])
    return; // that redo was undone, and another one requested
  if (work === null || !("worktree" in work.place)) return;
  boundary("reset_work.begun");
  const to = await redoStart(scope, task, job.to);
  await scope.mirror.resetWork(work.repository, {
    worktree: work.place.worktree,
    to,
    keepAs: CHECKPOINTS.beforeRedo(task.id, task.round.number, seqIn(job.id)),
  });
  boundary("reset_work.reset");
}

/** Returns the log entry that requested a job. It tells a repeated job from another redo of the same round. */
function seqIn(job: string): string {
  return job.split(":")[2] ?? "";
}

const OPTION = { before: "fresh", checkpoint: "checkpoint" } as const;

/**
 * Returns the starting point. The last checkpoint is that of the last round before this one, or of an expired
 * lease.
 */
async function redoStart(
  scope: EngineScope,
  task: Task,
  to: "before" | "checkpoint",
): Promise<string> {
  const content = task.round?.content;
  if (content === undefined) throw new Error(`${task.id} has no round`);
  if (to === "before") return content.base;
  const name = CHECKPOINTS.round(task.id, task.round?.number ?? 0);
  const kept = await scope.mirror.readCheckpoint(task.repo, name);
  return kept?.commit ?? task.previous?.content.head ?? content.base;
}
