import type { Finding } from "@countersign/api";
import type { DiffLine } from "../patch/hunks.ts";
import type { Comment } from "../redo/redo-draft.ts";

/** A finding or a comment, and what to say about its location where it is not shown under its line. */
export type Note =
  | { readonly is: "finding"; readonly finding: Finding; readonly location: string }
  | { readonly is: "comment"; readonly comment: Comment; readonly isUnplaced: boolean };

export type Notes = {
  readonly findings: readonly Finding[];
  readonly comments: readonly Comment[];
};

export type NoteLayout = {
  /** Notes about the file as a whole. */
  readonly above: readonly Note[];
  readonly under: ReadonlyMap<DiffLine, readonly Note[]>;
  /** The lines of notes that cover more than one line. */
  readonly ranged: readonly DiffLine[];
  /** Notes whose line is not among the lines shown. */
  readonly rest: readonly Note[];
};

const NO_NOTES: NoteLayout = { above: [], under: new Map(), ranged: [], rest: [] };

/** Open and late findings are shown; all others are settled. */
export function isOpenFinding({ disposition }: Finding): boolean {
  return disposition.is === "open" || disposition.is === "late";
}

/** Places the findings and comments of a file under their lines. Every note has exactly one place. */
export function placeNotes(notes: Notes, path: string, lines: Iterable<DiffLine>): NoteLayout {
  const findings = notes.findings.filter((one) => one.file === path && isOpenFinding(one));
  const comments = notes.comments.filter((one) => one.path === path);
  if (findings.length === 0 && comments.length === 0) return NO_NOTES;
  const all = [...lines];
  const under = new Map<DiffLine, Note[]>();
  const above: Note[] = [];
  const rest: Note[] = [];
  const put = (line: DiffLine | null, note: Note): void => {
    if (line === null) rest.push(note);
    else under.set(line, [...(under.get(line) ?? []), note]);
  };
  for (const finding of findings) {
    const { line: number, quote = null } = finding;
    if (number === undefined) {
      above.push({ is: "finding", finding, location: "" });
      continue;
    }
    const line = all.find((one) => one.new === number) ?? nearestLine(all, number, quote);
    const location = line === null ? `unplaced, line ${number}` : "";
    put(line, { is: "finding", finding, location });
  }
  for (const comment of comments) {
    const line = lastCommentedLine(all, comment);
    put(line, { is: "comment", comment, isUnplaced: line === null });
  }
  const ranged = [...findings, ...comments].flatMap((note) => linesInRange(all, note));
  return { above, under, ranged, rest };
}

/** Notes about files outside of the change, or about no file. */
export function notesElsewhere(notes: Notes, paths: ReadonlySet<string>): Note[] {
  const findings = notes.findings.filter(
    (one) => isOpenFinding(one) && (one.file === undefined || !paths.has(one.file)),
  );
  const comments = notes.comments.filter(({ path }) => !paths.has(path));
  return [
    ...findings.map(
      (finding): Note => ({ is: "finding", finding, location: locationText(finding) }),
    ),
    ...comments.map((comment): Note => ({ is: "comment", comment, isUnplaced: true })),
  ];
}

function locationText({ file, line }: Finding): string {
  if (file === undefined) return "about the change as a whole";
  return line === undefined ? file : `${file}:${line}`;
}

type LineRange = { line?: number | undefined; endLine?: number | undefined };

function linesInRange(lines: readonly DiffLine[], { line, endLine }: LineRange): DiffLine[] {
  if (line === undefined || endLine === undefined || endLine <= line) return [];
  return lines.filter((one) => one.new !== null && one.new >= line && one.new <= endLine);
}

/** Returns the last line of a comment: by number and text, else the nearest line with the same text. */
function lastCommentedLine(
  lines: readonly DiffLine[],
  { line, endLine, quote }: Comment,
): DiffLine | null {
  const last = endLine ?? line;
  const text = quote.slice(quote.lastIndexOf("\n") + 1);
  const there = lines.find((one) => (one.new ?? one.old) === last && one.text === text);
  return there ?? nearestLine(lines, last, text);
}

function nearestLine(
  lines: readonly DiffLine[],
  number: number,
  quote: string | null,
): DiffLine | null {
  const wanted = quote?.trim() ?? "";
  if (wanted === "") return null;
  const distance = (one: DiffLine): number => Math.abs((one.new ?? one.old ?? 0) - number);
  const same = lines.filter(({ text }) => text.trim() === wanted);
  return same.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}
