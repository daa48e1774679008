import { issueTexts, reviewersSaid, type TaskView } from "@countersign/api";
import { safeText } from "@countersign/review";
import { heading } from "../terminal/box.ts";
import { wrap } from "../terminal/measure.ts";
import { type Row, row } from "../terminal/row.ts";

const INDENT = "    ";

type Said = { head: string; text: string };

/** What reviewers wrote with their verdicts, whole. */
export function saidRows(view: TaskView, width: number): Row[] {
  const said = reviewersSaid(view).map(({ by, opinion, words }) => ({
    head: `${by}: ${opinion}`,
    text: words,
  }));
  return listRows("Reviewers", said, width);
}

/** Concerns that were logged and did not stop the work. */
export function issueRows(view: TaskView, width: number): Row[] {
  const issues = issueTexts(view).map(({ round, by, about, text }) => ({
    head: `round ${round}, ${by}${about === "" ? "" : `: ${about}`}`,
    text,
  }));
  return listRows("Issues", issues, width);
}

function listRows(title: string, list: readonly Said[], width: number): Row[] {
  if (list.length === 0) return [];
  const room = Math.max(20, width - INDENT.length - 2);
  return [
    [...row("  "), ...heading(title)],
    ...list.flatMap(({ head, text }) => [
      row(safeText(`  ${head}`)),
      ...text
        .split("\n")
        .flatMap((line) => wrap(safeText(line), room).map((part) => row(`${INDENT}${part}`))),
    ]),
    [],
  ];
}
