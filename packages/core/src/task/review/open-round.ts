import { durationMs } from "../../policy/words.ts";
import type { Disposition } from "../../verdict/schema.ts";
import type { Context } from "../model/context.ts";
import type { TaskEvent } from "../model/events.ts";
import type { Offer, Task } from "../model/state.ts";
import { type Draft, emit, record } from "../step/draft.ts";

/** Opens the next round on exactly this content; every earlier verdict is stale. */
export function openRound(
  draft: Draft,
  { answers, ...work }: Offer & { resultOf?: string },
  context: Context,
): Draft {
  const { task } = draft;
  const round = (task.round?.number ?? 0) + 1;
  const deadlineMs = context.nowMs + durationMs(context.policy.limits.machineDeadline);
  const opened = record(draft, context, ...answerEvents(task, answers, work.author), {
    type: "submitted",
    round,
    ...work,
    deadlineMs,
  });
  return emit(opened, { do: "read_content", round });
}

/**
 * Returns the author's answers. Findings that it neither fixed nor disputed are stale until a reviewer raises
 * them again.
 */
function answerEvents(task: Task, given: Offer["answers"], author: string): TaskEvent[] {
  const answers = new Map(given.map((answer) => [answer.finding, answer]));
  return task.findings.flatMap((finding): TaskEvent[] => {
    if (finding.disposition.is !== "open") return [];
    const answer = answers.get(finding.id);
    const disposition: Disposition =
      answer === undefined
        ? { is: "stale" }
        : answer.status === "fixed" || answer.note.trim() === ""
          ? { is: "fixed" }
          : { is: "disputed", note: answer.note, by: author };
    return [{ type: "disposed", finding: finding.id, disposition }];
  });
}
