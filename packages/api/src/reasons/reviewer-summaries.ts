import type { TaskView } from "../schemas/task-view.ts";

/** A reviewer's own summary of the current round. */
export type ReviewerSummary = { by: string; requirement: string; opinion: string; words: string };

/**
 * Lists the summaries of agents and people. Checks are represented by their results, authors by
 * their message.
 */
export function listReviewerSummaries({ round }: Pick<TaskView, "round">): ReviewerSummary[] {
  return (round?.requirements ?? [])
    .filter(({ kind }) => kind !== "check" && kind !== "self")
    .flatMap(({ id, verdicts }) =>
      verdicts.flatMap(({ by, opinion, summary }) => {
        const words = summary.trim();
        return words === "" ? [] : [{ by, requirement: id, opinion, words }];
      }),
    );
}
