import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requireSystem } from "../../step/refuse.ts";

/** Records that the working directory was moved on the disk, so that the author is notified there. */
export function workMoved(
  draft: Draft,
  { worktree }: CommandOf<"work_moved">,
  context: Context,
): Draft {
  requireSystem(draft.task, context);
  return record(draft, context, { type: "work_moved", worktree });
}
