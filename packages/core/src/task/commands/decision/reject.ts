import type { FeedbackEntry } from "../../../feedback/schema.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requirePerson, wrongState } from "../../step/refuse.ts";
import { feedbackStamp, openGrace } from "./grace.ts";

export function reject(draft: Draft, { reason }: CommandOf<"reject">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  if (task.phase.is === "rejected")
    return record(draft, context, { type: "noted", what: "already_rejected" });
  if (task.phase.is === "merging" || task.phase.is === "done") return wrongState(task);
  const entry: FeedbackEntry = {
    ...feedbackStamp(task, context),
    decision: "rejected",
    rejectReason: reason,
  };
  const rejected = record(
    draft,
    context,
    { type: "feedback_given", entry },
    { type: "rejected", reason },
  );
  const stopped = emit(rejected, {
    do: "close_grace",
    delayMs: context.policy.merge.graceSeconds * 1_000,
  });
  return openGrace(stopped, task, "reject", null, context);
}
