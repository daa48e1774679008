import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { fileDebt } from "../../review/approval.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

export function merged(draft: Draft, command: CommandOf<"merged">, context: Context): Draft {
  const { task } = draft;
  const { tree, commit } = command;
  requireSystem(task, context);
  if (task.phase.is === "done")
    return record(draft, context, { type: "noted", what: "already_closed" });
  if (task.phase.is !== "merging") return wrongState(task);
  const approvedTree = requireRound(task).content.tree;
  const isSame = tree === approvedTree;
  const done = record(
    isSame ? draft : record(draft, context, { type: "flagged", flags: ["merged_tree_differs"] }),
    context,
    {
      type: "merged",
      tree,
      ...(commit !== undefined && { commit }),
      ...(!isSame && { approvedTree }),
    },
  );
  return fileDebt(emit(done, { do: "update_work" }));
}
