import type { CommandOf } from "./commands.ts";
import { type Context, firstOwner, isOwner } from "./context.ts";
import { fileDebt } from "./debt.ts";
import { type Draft, emit, record } from "./draft.ts";
import { refuse, requirePerson, requireSystem, wrongState } from "./refuse.ts";
import type { Task } from "./state.ts";

/** What happens around the task: the target moves, a host closes it, a person ends or reopens it. */

/** The directory that the work is in was moved on the disk, so its author is told there. */
export function workMoved(
  draft: Draft,
  { worktree }: CommandOf<"work_moved">,
  context: Context,
): Draft {
  requireSystem(draft.task, context);
  return record(draft, context, { type: "work_moved", worktree });
}

export function targetMoved(
  draft: Draft,
  { by }: CommandOf<"target_moved">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  const moved = record(draft, context, { type: "target_moved", by });
  if (by === "others") {
    return emit(
      moved,
      { do: "hold_repo", repo: task.repo, why: "target_moved" },
      { do: "notify", to: firstOwner(context), why: "alert" },
    );
  }
  return task.phase.is === "merging" ? emit(moved, { do: "merge", delayMs: 0 }) : moved;
}

/** The host says so, and we read it again ourselves; a tree that is not approved stops the repository's merges. */
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

/** What may reach the target now; an approval that was taken back or overtaken is none. */
function approvedTree({ phase, round }: Task): string | undefined {
  return phase.is === "approved" || phase.is === "merging" ? round?.content.tree : undefined;
}

export function reopen(draft: Draft, _command: CommandOf<"reopen">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  if (task.phase.is !== "done" && task.phase.is !== "rejected") return wrongState(task);
  return record(draft, context, { type: "reopened" });
}

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
      `Only an owner may cancel ${task.id}, or its planner before it is started.`,
    );
}
