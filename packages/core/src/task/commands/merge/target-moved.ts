import type { CommandOf } from "../../model/commands.ts";
import { type Context, firstOwner } from "../../model/context.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireSystem } from "../../step/refuse.ts";

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
