import type { Task } from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { CHECKPOINTS } from "../../store/names/job-ids.ts";
import { waitUntilDue } from "../timers/wake-task.ts";
import { findWork } from "./work-place.ts";

/** Saves the files of an agent's worktree after its lease expired. */
export async function saveTaskCheckpoint(
  parts: EngineDeps,
  org: string,
  job: { task: string; round: number },
): Promise<void> {
  const work = await findWork(parts, org, job.task);
  if (work === null || !("worktree" in work.place)) return;
  const mirror = parts.mirrorOf(org);
  const { commit } = await mirror.snapshot(work.repository, work.place.worktree);
  await mirror.saveCheckpoint(work.repository.id, CHECKPOINTS.round(job.task, job.round), commit);
}

/** Ends the grace period. The decision becomes visible to the author and can no longer be undone. */
export async function closeGrace(
  parts: EngineDeps,
  org: string,
  job: { id: string; task: string },
): Promise<void> {
  const task = await parts.store.load(org, job.task);
  boundary("close_grace.begun");
  await waitUntilDue(parts, org, task?.grace?.untilMs ?? null);
  await executeAsEngine(parts, {
    org,
    task: job.task,
    key: ENGINE_KEYS.job(job.id, "closed"),
    command: { type: "close_grace" },
  });
}

/**
 * Resets the author's work to the starting point that a person chose for a redo, after saving the current files.
 */
export async function resetTaskWork(
  parts: EngineDeps,
  org: string,
  job: { id: string; task: string; to: "before" | "checkpoint" },
): Promise<void> {
  await closeGrace(parts, org, job);
  const task = await parts.store.load(org, job.task);
  const work = await findWork(parts, org, job.task);
  if (task?.phase.is !== "rework" || task.round === null || task.grace !== null) return;
  if (task.feedback.findLast(({ decision }) => decision === "redo")?.redoOption !== OPTION[job.to])
    return; // that redo was undone, and another one requested
  if (work === null || !("worktree" in work.place)) return;
  boundary("reset_work.begun");
  const to = await startOf(parts, org, task, job.to);
  await parts.mirrorOf(org).resetWork(work.repository, {
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
async function startOf(
  parts: EngineDeps,
  org: string,
  task: Task,
  to: "before" | "checkpoint",
): Promise<string> {
  const content = task.round?.content;
  if (content === undefined) throw new Error(`${task.id} has no round`);
  if (to === "before") return content.base;
  const name = CHECKPOINTS.round(task.id, task.round?.number ?? 0);
  const kept = await parts.mirrorOf(org).readCheckpoint(task.repo, name);
  return kept?.commit ?? task.previous?.content.head ?? content.base;
}
