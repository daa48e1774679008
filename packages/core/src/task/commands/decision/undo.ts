import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { afterGrace } from "../../review/approval.ts";
import { outstandingOf } from "../../review/ask.ts";
import { decideNow } from "../../review/decide-now.ts";
import { confirmApproval, underPolicy } from "../../review/replan.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { refuse, requirePerson, requireRound, wrongState } from "../../step/refuse.ts";

export function undo(draft: Draft, _command: CommandOf<"undo">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  const { grace } = task;
  if (task.phase.is !== "rework" && task.phase.is !== "approved" && task.phase.is !== "rejected")
    return wrongState(task);
  if (grace === null)
    return refuse(
      "undo_closed",
      task,
      "its effects have started, or it was not decided by a person.",
    );
  if (grace.by !== context.actor.id)
    return refuse("undo_closed", task, `only ${grace.by} can undo that decision.`);
  const undone = record(draft, context, {
    type: "undone",
    before: grace.before,
    verdict: grace.verdict,
  });
  return goOn(undone, context);
}

/** Resumes what the undone decision had stopped, under the current policy and findings. */
function goOn(draft: Draft, context: Context): Draft {
  const { phase, round } = draft.task;
  if (round === null || (phase.is !== "approved" && phase.is !== "reviewing")) return draft;
  const isCurrent = round.plan?.policyDigest === context.policy.digest;
  if (phase.is === "approved") {
    const merging = emit(draft, afterGrace(context.policy));
    return isCurrent ? confirmApproval(merging, context) : underPolicy(merging, context);
  }
  if (round.plan === null) return emit(draft, { do: "read_content", round: round.number });
  const decided = isCurrent ? decideNow(draft, context, round) : underPolicy(draft, context);
  if (decided.task.phase.is !== "reviewing") return decided;
  const requirements = outstandingOf(requireRound(decided.task)).map(({ id }) => id);
  return emit(decided, { do: "ask", round: round.number, requirements });
}
