import { reasonText } from "@countersign/core";
import type { TaskView } from "../schemas/task-view.ts";
import { listReviewerSummaries } from "./reviewer-summaries.ts";

/** One entry of the issues list: a concern that did not stop the work. */
export type IssueText = { round: number; by: string; about: string; text: string };

/** Formats the issues list of a task, oldest first. */
export function issueTexts(task: Pick<TaskView, "issues" | "round">): IssueText[] {
  return task.issues.map(({ round, row, by, finding }) => {
    const who = by.join(", ");
    if (finding === null)
      return { round, by: who, about: "", text: concernText(task, round, row, by) };
    const { severity, file, line, message } = finding;
    const place = file === null ? "" : ` ${file}${line === null ? "" : `:${line}`}`;
    return { round, by: who, about: `${severity}${place}`, text: message };
  });
}

/** Returns the reviewer's own summary if its round is still shown; otherwise describes the concern. */
function concernText(
  { round }: Pick<TaskView, "round">,
  number: number,
  row: string,
  by: readonly string[],
): string {
  const said = round?.number === number ? listReviewerSummaries({ round }) : [];
  const words = said.filter((one) => by.includes(one.by)).map((one) => one.words);
  return words.length === 0 ? reasonText(row) : words.join(" ");
}
