import type { FeedbackEntry } from "../../../feedback/schema.ts";
import type { CommandOf } from "../../model/commands.ts";
import { type Context, isOwner } from "../../model/context.ts";
import { approveContent } from "../../review/approval.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requireNotInvolved } from "../../step/involved.ts";
import { refuse, wrongState } from "../../step/refuse.ts";
import { feedbackStamp, openGrace } from "./grace.ts";

/** Bypasses the gate: owners only, with a reason, recorded permanently. It is never a layer's approval. */
export function override(draft: Draft, { reason }: CommandOf<"override">, context: Context): Draft {
  const { task } = draft;
  if (!isOwner(context))
    refuse("forbidden", task, `Only an owner may override the gate of ${task.id}.`);
  if (task.phase.is === "approved" || task.phase.is === "merging" || task.phase.is === "done") {
    return record(draft, context, { type: "noted", what: "already_approved" });
  }
  const reviewable =
    task.phase.is === "reviewing" || (task.phase.is === "held" && task.phase.resume === null);
  if (!reviewable || task.round === null) return wrongState(task);
  requireNotInvolved(task, context, "owner");
  const entry: FeedbackEntry = {
    ...feedbackStamp(task, context),
    decision: "approved",
    customFeedback: reason,
  };
  const loud = record(
    draft,
    context,
    { type: "feedback_given", entry },
    { type: "flagged", flags: ["override"] },
  );
  const approved = approveContent(loud, context, true);
  return openGrace(approved, task, "override", null, context);
}
