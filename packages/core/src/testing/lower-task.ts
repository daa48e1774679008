import type { BaseTaskState } from "../task/model/context.ts";

/** The task that others are built on, in review with one commit of this digit as its content. */
export function lowerTask(head: string, more: Partial<BaseTaskState> = {}): BaseTaskState {
  return {
    task: "cs-lower",
    repo: "shop",
    state: "reviewing",
    round: 1,
    heads: [head.repeat(40)],
    branch: "lower",
    isUndoable: false,
    isOutside: false,
    below: [],
    ...more,
  };
}
