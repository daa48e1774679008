import type { Finding } from "@countersign/api";
import type { Comment } from "../redo/redo-draft.ts";
import type { Row } from "../terminal/row.ts";
import { commentRows, findingRows } from "./note-rows.ts";
import type { DiffLine } from "./read-hunks.ts";

/** One row of a finding or a comment. */
export type NoteRow = {
  readonly row: Row;
  readonly finding: string | null;
  /** Each begins with its own: that is where one stops. */
  readonly isFirst: boolean;
};

export type NoteInput = {
  findings: readonly Finding[];
  comments: readonly Comment[];
  /** Findings that are in the feedback already. */
  accepted: readonly string[];
  width: number;
};

export type PlacedNotes = {
  /** About the file as a whole. */
  above: readonly NoteRow[];
  under(line: DiffLine): readonly NoteRow[];
  /** Nearly every file has none, and there may be very many lines. */
  hasAny: boolean;
  /** The lines of notes that are about more than one. */
  ranged: readonly DiffLine[];
  /** What has no place among the lines that are shown. */
  rest: readonly NoteRow[];
};

export function isOpenFinding({ disposition }: Finding): boolean {
  return disposition.is === "open" || disposition.is === "late";
}

/** Findings and comments of a file, each under its line. None is ever dropped. */
export function placeNotes(input: NoteInput, path: string, lines: Iterable<DiffLine>): PlacedNotes {
  const findings = input.findings.filter((one) => one.file === path && isOpenFinding(one));
  const comments = input.comments.filter((one) => one.path === path);
  if (findings.length === 0 && comments.length === 0) return NO_NOTES;
  const all = [...lines];
  const under = new Map<DiffLine, NoteRow[]>();
  const above: NoteRow[] = [];
  const rest: NoteRow[] = [];
  const put = (line: DiffLine | null, rows: readonly NoteRow[]): void => {
    if (line === null) rest.push(...rows);
    else under.set(line, [...(under.get(line) ?? []), ...rows]);
  };
  for (const finding of findings) {
    const { line: number, quote = null } = finding;
    if (number === undefined) {
      above.push(...findingNote(input, finding, ""));
      continue;
    }
    const line = all.find((one) => one.new === number) ?? nearest(all, number, quote);
    put(line, findingNote(input, finding, line === null ? `unplaced, line ${number}` : ""));
  }
  for (const comment of comments) {
    const line = lineOf(all, comment);
    put(line, commentNote(input, comment, line === null));
  }
  const ranged = [...findings, ...comments].flatMap((note) => linesOfRange(all, note));
  return { above, under: (line) => under.get(line) ?? NONE, hasAny: true, ranged, rest };
}

const NONE: readonly NoteRow[] = [];
const NO_NOTES: PlacedNotes = {
  above: NONE,
  under: () => NONE,
  hasAny: false,
  ranged: [],
  rest: NONE,
};

type Range = { line?: number | undefined; endLine?: number | undefined };

function linesOfRange(lines: readonly DiffLine[], { line, endLine }: Range): DiffLine[] {
  if (line === undefined || endLine === undefined || endLine <= line) return [];
  return lines.filter((one) => one.new !== null && one.new >= line && one.new <= endLine);
}

/** What is about a file that the change does not touch, or about no file at all. */
export function notesElsewhere(input: NoteInput, paths: ReadonlySet<string>): NoteRow[] {
  const findings = input.findings.filter(
    (one) => isOpenFinding(one) && (one.file === undefined || !paths.has(one.file)),
  );
  const comments = input.comments.filter(({ path }) => !paths.has(path));
  return [
    ...findings.flatMap((one) => findingNote(input, one, placeText(one))),
    ...comments.flatMap((one) => commentNote(input, one, true)),
  ];
}

function placeText({ file, line }: Finding): string {
  if (file === undefined) return "about the change as a whole";
  return line === undefined ? file : `${file}:${line}`;
}

/** The last line that a comment is about: by number and text, else the nearest that says the same. */
function lineOf(lines: readonly DiffLine[], { line, endLine, quote }: Comment): DiffLine | null {
  const last = endLine ?? line;
  const text = quote.slice(quote.lastIndexOf("\n") + 1);
  const there = lines.find((one) => (one.new ?? one.old) === last && one.text === text);
  return there ?? nearest(lines, last, text);
}

function nearest(
  lines: readonly DiffLine[],
  number: number,
  quote: string | null,
): DiffLine | null {
  const wanted = quote?.trim() ?? "";
  if (wanted === "") return null;
  const far = (one: DiffLine): number => Math.abs((one.new ?? one.old ?? 0) - number);
  const same = lines.filter(({ text }) => text.trim() === wanted);
  return same.toSorted((one, other) => far(one) - far(other))[0] ?? null;
}

function findingNote({ accepted, width }: NoteInput, one: Finding, place: string): NoteRow[] {
  const isAccepted = accepted.includes(one.id);
  return noteRows(findingRows(one, width, { isAccepted, place }), one.id);
}

function commentNote({ width }: NoteInput, one: Comment, isUnplaced: boolean): NoteRow[] {
  return noteRows(commentRows(one, width, isUnplaced), null);
}

function noteRows(rows: readonly Row[], finding: string | null): NoteRow[] {
  return rows.map((row, index) => ({ row, finding, isFirst: index === 0 }));
}
