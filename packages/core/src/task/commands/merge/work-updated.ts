import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requireSystem, wrongState } from "../../step/refuse.ts";

/** Records that the author's branch was updated to the target after the merge, or why not. */
export function workUpdated(
  draft: Draft,
  { outcome, detail }: CommandOf<"work_updated">,
  context: Context,
): Draft {
  requireSystem(draft.task, context);
  if (draft.task.phase.is !== "done") return wrongState(draft.task);
  return record(draft, context, { type: "work_updated", outcome, detail });
}
