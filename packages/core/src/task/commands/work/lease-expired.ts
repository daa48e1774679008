import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { refuse, requireSystem, wrongState } from "../../step/refuse.ts";

export function leaseExpired(
  draft: Draft,
  _command: CommandOf<"lease_expired">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "in_progress" && task.phase.is !== "rework") return wrongState(task);
  if (context.nowMs < task.phase.leaseUntilMs)
    refuse("wrong_state", task, `The lease of ${task.id} has not expired`);
  const ended = record(draft, context, { type: "lease_ended", agent: task.phase.agent });
  return emit(ended, { do: "save_checkpoint", round: task.round?.number ?? 0 });
}
