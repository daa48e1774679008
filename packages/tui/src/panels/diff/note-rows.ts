import type { Finding } from "@countersign/api";
import type { DiffLine, Keymap } from "@countersign/review";
import {
  type Comment,
  commentLocation,
  type Note,
  type Notes,
  notesElsewhere,
  placeNotes,
  SIGNS,
  safeText,
} from "@countersign/review";
import { BOX } from "../../terminal/box.ts";
import { shortenText, wrapText } from "../../terminal/measure.ts";
import { fitRow, row, rowWidth, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { severityMark } from "../../widgets/marks.ts";

const INDENT = 3;
const MAX_LINES = 12;

/** One row of a finding or a comment. */
export type NoteRow = {
  readonly row: ScreenRow;
  readonly finding: string | null;
  /** Whether the note begins with this row. */
  readonly isFirst: boolean;
};

export type NoteInput = Notes & {
  /** Ids of the findings that are part of the feedback. */
  accepted: readonly string[];
  width: number;
  keymap: Keymap;
};

export type NoteRowLayout = {
  above: readonly NoteRow[];
  under(line: DiffLine): readonly NoteRow[];
  /** False for most files, so their lines need no lookup. */
  hasAny: boolean;
  ranged: readonly DiffLine[];
  rest: readonly NoteRow[];
};

/** Returns the rows of the findings and comments of a file, each below its line. */
export function placeNoteRows(
  input: NoteInput,
  path: string,
  lines: Iterable<DiffLine>,
): NoteRowLayout {
  const { above, under, ranged, rest } = placeNotes(input, path, lines);
  return {
    above: toRows(input, above),
    under: (line) => toRows(input, under.get(line) ?? []),
    hasAny: under.size > 0,
    ranged,
    rest: toRows(input, rest),
  };
}

/** Returns the rows of notes about files outside the change, or about no file. */
export function noteRowsElsewhere(input: NoteInput, paths: ReadonlySet<string>): NoteRow[] {
  return toRows(input, notesElsewhere(input, paths));
}

function toRows({ accepted, width, keymap }: NoteInput, notes: readonly Note[]): NoteRow[] {
  return notes.flatMap((note) => {
    if (note.is === "comment")
      return numbered(commentRows(note.comment, width, note.isUnplaced), null);
    const { finding, location } = note;
    const isAccepted = accepted.includes(finding.id);
    return numbered(findingRows(finding, width, { isAccepted, location, keymap }), finding.id);
  });
}

function numbered(rows: readonly ScreenRow[], finding: string | null): NoteRow[] {
  return rows.map((row, index) => ({ row, finding, isFirst: index === 0 }));
}

/** Draws a finding in a box below its line. */
function findingRows(
  finding: Finding,
  width: number,
  { isAccepted, location, keymap }: { isAccepted: boolean; location: string; keymap: Keymap },
): ScreenRow[] {
  const { severity, raisedBy, category, confidence, message, satisfiedWhen, disposition } = finding;
  const sure = confidence === undefined ? "" : `  confidence ${confidence}`;
  const late = disposition.is === "late" ? "  late, not counted" : "";
  const about = `  ${raisedBy.join(", ")}  ${category}${sure}${late}${location === "" ? "" : `  ${location}`}`;
  const head = row(severityMark(severity), ` ${severity}${about}`);
  const done = satisfiedWhen === undefined ? "" : `Satisfied when: ${satisfiedWhen}`;
  const keys = isAccepted
    ? row(
        span(`${SIGNS.tick} in the feedback`, "good"),
        "   ",
        ...keyHint(keymap, "diff.accept", " take out"),
      )
    : row(
        ...keyHint(keymap, "diff.accept", " accept into feedback   "),
        ...keyHint(keymap, "diff.dismiss", " dismiss"),
      );
  return boxed(head, [...texts(message, width), ...texts(done, width), keys], width);
}

/** Draws the person's own comment, which is sent with the decision. */
function commentRows(comment: Comment, width: number, isUnplaced: boolean): ScreenRow[] {
  const { quote, text } = comment;
  const place = isUnplaced ? `  unplaced, was ${commentLocation(comment)}` : linesText(comment);
  const head = row(span(SIGNS.draft, "note"), ` you, draft, not sent${place}`);
  const lost = isUnplaced ? quote.split("\n").flatMap((one) => texts(`> ${one}`, width)) : [];
  return boxed(head, [...lost, ...texts(text, width)], width);
}

function linesText({ line, endLine }: Comment): string {
  return endLine === undefined ? "" : `  lines ${line} to ${endLine}`;
}

function texts(text: string, width: number): ScreenRow[] {
  if (text === "") return [];
  return wrapText(safeText(text), Math.max(10, width - INDENT - 4))
    .slice(0, MAX_LINES)
    .map((line) => row(line));
}

function boxed(head: ScreenRow, lines: readonly ScreenRow[], width: number): ScreenRow[] {
  const inner = Math.max(10, width - INDENT - 4);
  const indent = span(" ".repeat(INDENT));
  const title = rowWidth(head) > inner - 2 ? fitRow(head, inner - 2) : head;
  const rule = BOX.horizontal.repeat(Math.max(0, inner - rowWidth(title)));
  return [
    [
      indent,
      span(`${BOX.topLeft} `, "note"),
      ...title,
      span(` ${shortenText(rule, inner, "")}${BOX.topRight}`, "note"),
    ],
    ...lines.map((line) => [
      indent,
      span(`${BOX.vertical} `, "note"),
      ...fitRow(line, inner),
      span(` ${BOX.vertical}`, "note"),
    ]),
    [
      indent,
      span(`${BOX.bottomLeft}${BOX.horizontal.repeat(inner + 2)}${BOX.bottomRight}`, "note"),
    ],
  ];
}
