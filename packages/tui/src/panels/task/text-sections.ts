import { issueTexts, listReviewerSummaries, type TaskView } from "@countersign/api";
import { safeText } from "@countersign/review";
import { headingRow } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
import { row, type ScreenRow } from "../../terminal/row.ts";

const INDENT = "    ";

/** Returns the description of a task and its acceptance criteria. */
export function specificationRows(
  { description, acceptance }: Pick<TaskView, "description" | "acceptance">,
  width: number,
): ScreenRow[] {
  const text = (description ?? "").trim();
  if (text === "" && acceptance.length === 0) return [];
  const room = Math.max(20, width - INDENT.length - 2);
  const lines = [
    ...(text === "" ? [] : text.split("\n")),
    ...(acceptance.length === 0 ? [] : ["Accepted when:"]),
    ...acceptance.map((item) => `- ${item}`),
  ];
  return [
    [...row("  "), ...headingRow("Specification")],
    ...lines.flatMap((line) =>
      wrapText(safeText(line), room).map((part) => row(`${INDENT}${part}`)),
    ),
    [],
  ];
}

type TextEntry = { head: string; text: string };

/** Draws the summaries of the reviewers. */
export function verdictRows(view: TaskView, width: number): ScreenRow[] {
  const verdicts = listReviewerSummaries(view).map(({ by, opinion, words }) => ({
    head: `${by}: ${opinion}`,
    text: words,
  }));
  return listRows("Reviewers", verdicts, width);
}

/** Concerns that were logged without stopping the work. */
export function issueRows(view: TaskView, width: number): ScreenRow[] {
  const issues = issueTexts(view).map(({ round, by, about, text }) => ({
    head: `round ${round}, ${by}${about === "" ? "" : `: ${about}`}`,
    text,
  }));
  return listRows("Issues", issues, width);
}

function listRows(title: string, list: readonly TextEntry[], width: number): ScreenRow[] {
  if (list.length === 0) return [];
  const room = Math.max(20, width - INDENT.length - 2);
  return [
    [...row("  "), ...headingRow(title)],
    ...list.flatMap(({ head, text }) => [
      row(safeText(`  ${head}`)),
      ...text
        .split("\n")
        .flatMap((line) => wrapText(safeText(line), room).map((part) => row(`${INDENT}${part}`))),
    ]),
    [],
  ];
}
