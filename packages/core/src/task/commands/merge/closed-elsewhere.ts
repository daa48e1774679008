import type { CommandOf } from "../../model/commands.ts";
import { type Context, firstOwner } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { fileDebt } from "../../review/approval.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireSystem } from "../../step/refuse.ts";

/**
 * Records that the host merged or closed the task, after reading it again. An unapproved tree holds the
 * repository's merges.
 */
export function closedElsewhere(
  draft: Draft,
  { outcome, tree }: CommandOf<"closed_elsewhere">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  const ended = task.phase.is === "done" || task.phase.is === "rejected";
  if (ended) return record(draft, context, { type: "noted", what: "already_closed" });
  const closed = record(draft, context, { type: "closed_elsewhere", outcome, tree });
  if (outcome === "closed") return closed;
  if (tree === approvedTree(task)) return fileDebt(closed);
  return emit(
    closed,
    { do: "hold_repo", repo: task.repo, why: "unapproved_merge" },
    { do: "notify", to: firstOwner(context), why: "alert" },
  );
}

/** Returns the tree that may be merged now. Undefined if the approval was undone or superseded. */
function approvedTree({ phase, round }: Task): string | undefined {
  return phase.is === "approved" || phase.is === "merging" ? round?.content.tree : undefined;
}
