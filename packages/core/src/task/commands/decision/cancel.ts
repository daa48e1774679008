import type { CommandOf } from "../../model/commands.ts";
import { type Context, isOwner } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, wrongState } from "../../step/refuse.ts";

export function cancelTask(draft: Draft, { reason }: CommandOf<"cancel">, context: Context): Draft {
  const { task } = draft;
  requireMayCancel(task, context);
  if (task.phase.is === "rejected")
    return record(draft, context, { type: "noted", what: "already_rejected" });
  if (task.phase.is === "merging" || task.phase.is === "done") return wrongState(task);
  return record(draft, context, { type: "rejected", reason });
}

function requireMayCancel(task: Task, context: Context): void {
  const planner = context.actor.planner && task.phase.is === "open";
  if (!isOwner(context) && !planner)
    refuse(
      "forbidden",
      task,
      `Only an owner may cancel ${task.id}; its planner may cancel it before work starts.`,
    );
}
