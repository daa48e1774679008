import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requireSystem } from "../../step/refuse.ts";

/** The directory that the work is in was moved on the disk, so its author is told there. */
export function workMoved(
  draft: Draft,
  { worktree }: CommandOf<"work_moved">,
  context: Context,
): Draft {
  requireSystem(draft.task, context);
  return record(draft, context, { type: "work_moved", worktree });
}
