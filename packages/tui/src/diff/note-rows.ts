import type { Finding } from "@countersign/api";
import { rangeText } from "../redo/feedback-text.ts";
import type { Comment } from "../redo/redo-draft.ts";
import { severityMark } from "../review/severity.ts";
import { shorten, wrap } from "../terminal/measure.ts";
import { fit, type Row, row, rowWidth, span } from "../terminal/row.ts";
import { safeText } from "../terminal/safe-text.ts";
import { BOX, SIGNS } from "../theme/signs.ts";

const INDENT = 3;
const MOST_LINES = 12;

/** A finding in a box below its line. */
export function findingRows(
  finding: Finding,
  width: number,
  { isAccepted, place }: { isAccepted: boolean; place: string },
): Row[] {
  const { severity, raisedBy, category, confidence, message, satisfiedWhen, disposition } = finding;
  const sure = confidence === undefined ? "" : `  confidence ${confidence}`;
  const late = disposition.is === "late" ? "  late, not counted" : "";
  const about = `  ${raisedBy.join(", ")}  ${category}${sure}${late}${place === "" ? "" : `  ${place}`}`;
  const head = row(severityMark(severity), ` ${severity}${about}`);
  const done = satisfiedWhen === undefined ? "" : `Satisfied when: ${satisfiedWhen}`;
  const keys = isAccepted
    ? row(span(`${SIGNS.tick} in the feedback`, "good"), "   ", span("[+]", "key"), " take out")
    : row(span("[+]", "key"), " accept into feedback   ", span("[-]", "key"), " dismiss");
  return boxed(head, [...texts(message, width), ...texts(done, width), keys], width);
}

/** A comment of one's own, which is sent with the decision. */
export function commentRows(comment: Comment, width: number, isUnplaced: boolean): Row[] {
  const { quote, text } = comment;
  const place = isUnplaced ? `  unplaced, was ${rangeText(comment)}` : linesText(comment);
  const head = row(span(SIGNS.draft, "note"), ` you, draft, not sent${place}`);
  const lost = isUnplaced ? quote.split("\n").flatMap((one) => texts(`> ${one}`, width)) : [];
  return boxed(head, [...lost, ...texts(text, width)], width);
}

function linesText({ line, endLine }: Comment): string {
  return endLine === undefined ? "" : `  lines ${line} to ${endLine}`;
}

function texts(text: string, width: number): Row[] {
  if (text === "") return [];
  return wrap(safeText(text), Math.max(10, width - INDENT - 4))
    .slice(0, MOST_LINES)
    .map((line) => row(line));
}

function boxed(head: Row, lines: readonly Row[], width: number): Row[] {
  const inner = Math.max(10, width - INDENT - 4);
  const indent = span(" ".repeat(INDENT));
  const title = rowWidth(head) > inner - 2 ? fit(head, inner - 2) : head;
  const rule = BOX.horizontal.repeat(Math.max(0, inner - rowWidth(title)));
  return [
    [
      indent,
      span(`${BOX.topLeft} `, "note"),
      ...title,
      span(` ${shorten(rule, inner, "")}${BOX.topRight}`, "note"),
    ],
    ...lines.map((line) => [
      indent,
      span(`${BOX.vertical} `, "note"),
      ...fit(line, inner),
      span(` ${BOX.vertical}`, "note"),
    ]),
    [
      indent,
      span(`${BOX.bottomLeft}${BOX.horizontal.repeat(inner + 2)}${BOX.bottomRight}`, "note"),
    ],
  ];
}
