import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requirePerson, wrongState } from "../../step/refuse.ts";

/** A person's reopening starts the count of attempts again; the engine's, which an agent can cause, does not. */
export function reopen(draft: Draft, _command: CommandOf<"reopen">, context: Context): Draft {
  const { task } = draft;
  const isEngine = context.actor.kind === "system";
  if (isEngine) requireClosedElsewhere(task);
  else requirePerson(task, context, "owner");
  if (task.phase.is !== "done" && task.phase.is !== "rejected") return wrongState(task);
  return record(draft, context, { type: "reopened", ...(isEngine && { keepsAttempts: true }) });
}

/** The engine reopens only what was closed on the host, never what a person rejected or what was merged. */
function requireClosedElsewhere(task: Task): void {
  if (!isClosedElsewhere(task)) wrongState(task);
}

/** Returns true if the task ended because it was closed on the host. */
export function isClosedElsewhere({ phase, flags }: Pick<Task, "phase" | "flags">): boolean {
  return (
    phase.is === "rejected" && phase.reason === "closed elsewhere" && flags.includes("outside")
  );
}
