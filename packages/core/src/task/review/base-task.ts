import type { ObjectId, TaskId } from "../../kernel/ids.ts";
import type { CommandOf } from "../model/commands.ts";
import type { BaseTaskState, Context } from "../model/context.ts";
import type { RoundBase, Task } from "../model/state.ts";
import { refuse } from "../step/refuse.ts";

/** Returns the state of a base task that stacked tasks need. */
export function baseTaskState(task: Task, below: readonly TaskId[]): BaseTaskState {
  const { round } = task;
  return {
    task: task.id,
    repo: task.repo,
    state: task.phase.is,
    round: round?.number ?? null,
    heads: round === null ? [] : [round.content.head, ...(round.resultOf ? [round.resultOf] : [])],
    branch: task.location?.branch ?? null,
    isUndoable: task.grace !== null,
    isOutside: task.flags.includes("outside"),
    below,
  };
}

/**
 * The relation of a commit to the task whose content it was.
 *
 * `waiting`: it is the current content of an open task. `merged`: countersign merged exactly this content.
 * `changed`: the task has other content now. `rejected`: the task was rejected or cancelled.
 */
export type BaseStanding = "waiting" | "merged" | "changed" | "rejected";

export function baseStanding(base: ObjectId, task: BaseTaskState): BaseStanding {
  const isCurrent = task.heads.includes(base);
  if (task.state === "rejected") return task.isUndoable && isCurrent ? "waiting" : "rejected";
  if (!isCurrent) return "changed";
  if (task.state !== "done") return "waiting";
  return task.isOutside ? "changed" : "merged";
}

/** Returns the base task that must be merged before this one. Null if there is none. */
export function awaitedBase({ round }: Pick<Task, "round">): TaskId | null {
  const base = round?.baseTask;
  return base === undefined || base.isMerged === true ? null : base.task;
}

type BaseOfSubmission = Pick<CommandOf<"submit">, "baseTask" | "content">;

/** Refuses a base that is not the current content of an open or merged task of the repository. */
export function placeOnBase(
  task: Task,
  { baseTask, content }: BaseOfSubmission,
  { baseTask: state }: Context,
): { baseTask?: RoundBase } {
  if (baseTask === undefined) return {};
  const base = baseTask.task;
  if (state?.task !== base || state.repo !== task.repo)
    return refuse("invalid_input", task, `There is no task ${base} in ${task.repo}`);
  if (base === task.id || state.below.includes(task.id))
    return refuse("invalid_input", task, `${task.id} cannot be built on itself`);
  if (state.state === "rejected")
    return refuse("invalid_input", task, `${base}, which the work is built on, was rejected`);
  const standing = baseStanding(content.base, state);
  if (standing === "changed" || state.round === null)
    return refuse("invalid_input", task, `${base}, which the work is built on, has changed`);
  const placed = { task: base, round: state.round };
  return { baseTask: standing === "merged" ? { ...placed, isMerged: true } : placed };
}
