import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requirePerson, wrongState } from "../../step/refuse.ts";

export function reopen(draft: Draft, _command: CommandOf<"reopen">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  if (task.phase.is !== "done" && task.phase.is !== "rejected") return wrongState(task);
  return record(draft, context, { type: "reopened" });
}
