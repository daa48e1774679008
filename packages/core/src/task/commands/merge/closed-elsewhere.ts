import type { CommandOf } from "../../model/commands.ts";
import { type Context, firstOwner } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { fileDebt } from "../../review/approval.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireSystem } from "../../step/refuse.ts";

/**
 * Records that the host merged or closed the task, after reading it again. A tree that is neither approved
 * nor the merge of an approved one holds the repository's merges.
 */
export function closedElsewhere(
  draft: Draft,
  { type: _, ...end }: CommandOf<"closed_elsewhere">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  const ended = task.phase.is === "done" || task.phase.is === "rejected";
  if (ended) return record(draft, context, { type: "noted", what: "already_closed" });
  const closed = record(draft, context, { type: "closed_elsewhere", ...end });
  if (end.outcome === "closed") return closed;
  if ((end.approvedTree ?? end.tree) === landableTree(task, context)) return fileDebt(closed);
  return emit(
    closed,
    { do: "hold_repo", repo: task.repo, why: "unapproved_merge" },
    { do: "notify", to: firstOwner(context), why: "alert" },
  );
}

/** Returns the tree that may be merged now. Undefined if its approval was undone or superseded, or still can be. */
function landableTree({ phase, round, grace }: Task, { nowMs }: Context): string | undefined {
  const isUndoable = grace !== null && nowMs < grace.untilMs;
  const isApproved = phase.is === "approved" || phase.is === "merging";
  return isApproved && !isUndoable ? round?.content.tree : undefined;
}
