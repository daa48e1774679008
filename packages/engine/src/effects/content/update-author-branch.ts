import { CountersignError, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import type { Mirror, WorkRef, WorkUpdateOutcome } from "../../ports/mirror.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import type { ChainedEntry } from "../../store/organisation/hash-chain.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";
import { loadTask } from "../../store/task-store.ts";
import { readLog } from "../../store/tasks/event-log.ts";
import { type FoundWork, readWorkLocation } from "./find-work-location.ts";

/**
 * Moves the author's branch to the target after its work was merged, so that the next change starts there and
 * shows only new work. If that would touch other work, the branch stays and the log says what to do.
 */
export async function updateAuthorBranch(
  scope: EngineScope,
  job: { id: string; task: string },
): Promise<void> {
  const [task, work, log] = await scope.readTogether<
    [Task | null, FoundWork | null, ChainedEntry[]]
  >([
    (session) => loadTask(session, job.task),
    (session) => readWorkLocation(session, job.task),
    (session) => readLog(session, job.task, 1),
  ]);
  if (task?.phase.is !== "done" || task.round === null || work === null) return;
  const { repository, place } = work;
  const commit = log.map(({ event }) => event).findLast(({ type }) => type === "merged");
  if (commit?.type !== "merged" || commit.commit === undefined) return;
  boundary("update_work.begun");
  const mirror = scope.mirror;
  const next = await newerCommit(mirror, repository, commit.commit);
  const update = { place, merged: task.round.content.head, next, target: repository.target };
  const result = await mirror.updateWork(repository, update).catch(refused);
  boundary("update_work.moved");
  if (result.outcome === "no_branch" || result.branch === repository.target) return;
  const command = { type: "work_updated", ...describe(result, place, repository.target) } as const;
  const key = ENGINE_KEYS.job(job.id, "updated");
  await executeAsEngine(scope, { task: job.task, key, command });
}

/** Returns the tip of the target, or the merge commit while it is not accepted yet. */
async function newerCommit(
  mirror: Mirror,
  { id, tip }: StoredRepository,
  merge: string,
): Promise<string> {
  return (await mirror.mergeBase(id, merge, tip)) === merge ? tip : merge;
}

/** Converts an error of git or a missing worktree into a refusal, because a retry would not help. */
function refused(error: unknown): WorkUpdateOutcome {
  if (error instanceof CountersignError && error.code !== "timed_out")
    return { outcome: "no_branch" };
  throw error;
}

function describe(
  result: Exclude<WorkUpdateOutcome, { outcome: "no_branch" }>,
  place: WorkRef,
  target: string,
): { outcome: "updated" | "left"; detail: string } {
  const { branch } = result;
  if (result.outcome === "updated")
    return { outcome: "updated", detail: `${branch} was brought to ${target}` };
  const [blocked] = result.outcome === "dirty" ? result.worktrees : [];
  const why =
    blocked === undefined
      ? "it has commits that were not merged"
      : `${blocked.path} has changes in ${blocked.paths.slice(0, 10).join(", ")}`;
  const where = "worktree" in place ? place.worktree : (blocked?.path ?? ".");
  const detail = `${branch} was not brought to ${target}: ${why}. Take ${target} in there: git -C ${where} merge ${target}`;
  return { outcome: "left", detail: detail.slice(0, 2_000) };
}
