import { type DiffView, fenceText, oneLine } from "@countersign/api";
import { CHARS_PER_TOKEN, countTokens } from "./limits.ts";
import type { ServedLines } from "./shown-pages.ts";

type FilePart = { path: string; status: string; hunks: string[]; cut: boolean };
export type ChangePage = {
  files: FilePart[];
  cursor: string | null;
  /** The lines on this page; `file` is the index of their file in the diff. */
  served: ServedLines[];
};

const CURSOR = /^([0-9]{1,6}):([0-9]{1,9})$/;
const MAX_PATH = 500;
/** Tokens reserved for the fence, the path and its label around each piece. */
const FRAME_TOKENS = 120;
/** An invisible character is written as a code of at most ten characters. */
const MAX_GROWTH = 10;
const LEAST_TOKENS = 300;

/**
 * Returns one page of a change with as many files as fit. A file that does not fit is cut at a line
 * end, and the cursor continues there.
 */
export function changePage(
  files: DiffView["files"],
  cursor: string | undefined,
  { tokens, by }: { tokens: number; by: string },
): ChangePage | null {
  const [, first = "0", line = "0"] = CURSOR.exec(cursor ?? "0:0") ?? [null];
  if (cursor !== undefined && !CURSOR.test(cursor)) return null;
  const page: FilePart[] = [];
  const served: ServedLines[] = [];
  let left = tokens;
  let from = Number(line);
  for (let index = Number(first); index < files.length; index += 1) {
    const file = files[index];
    if (file === undefined || left < LEAST_TOKENS)
      return { files: page, cursor: `${index}:${from}`, served };
    const room = left - FRAME_TOKENS - countTokens(file.path);
    const { text, next, to } = pieceOf(file.patch, from, room);
    served.push({ file: index, from, to });
    page.push(viewPiece(file, text, next !== null, by));
    if (next !== null) return { files: page, cursor: `${index}:${next}`, served };
    left -= Math.ceil(costOf(text) / CHARS_PER_TOKEN) + FRAME_TOKENS;
    from = 0;
  }
  return { files: page, cursor: null, served };
}

type Piece = {
  text: string;
  next: number | null;
  /** The line after the last complete line of this piece. */
  to: number;
};

/**
 * Takes whole lines from `from` on. A single line that is too long for the page is cut and does not
 * count as served.
 */
function pieceOf(patch: string, from: number, tokens: number): Piece {
  const lines = patch.split("\n");
  const kept: string[] = [];
  let room = Math.floor(tokens * CHARS_PER_TOKEN);
  for (const [offset, line] of lines.slice(from).entries()) {
    room -= costOf(line);
    const at = from + offset;
    if (room >= 0) kept.push(line);
    else if (kept.length > 0) return { text: kept.join("\n"), next: at, to: at };
    else {
      const text = oneLine(line, Math.max(100, Math.floor((tokens * CHARS_PER_TOKEN) / 2)));
      return { text, next: at + 1 < lines.length ? at + 1 : null, to: at };
    }
  }
  return { text: kept.join("\n"), next: null, to: lines.length };
}

/** Checks whether a page of this size can show the whole line. */
export function fitsPage(path: string, line: string, tokens: number): boolean {
  return costOf(line) <= Math.floor((tokens - FRAME_TOKENS - countTokens(path)) * CHARS_PER_TOKEN);
}

/** Estimates tokens. Text beyond plain ASCII costs more, and invisible characters are written as codes. */
function costOf(text: string): number {
  const foreign = text.match(/[^\x20-\x7e\n\t]/gu)?.length ?? 0;
  return JSON.stringify(text).length + foreign * 8;
}

function viewPiece(
  { path, patch }: DiffView["files"][number],
  text: string,
  cut: boolean,
  by: string,
): FilePart {
  const label = oneLine(path, MAX_PATH);
  return {
    path: label,
    status: statusOf(patch),
    hunks: [fenceText(text, { label, by, maxChars: text.length * MAX_GROWTH + 100 })],
    cut,
  };
}

function statusOf(patch: string): string {
  const head = patch.slice(0, 1_000);
  if (/^new file mode /m.test(head)) return "added";
  if (/^deleted file mode /m.test(head)) return "deleted";
  return /^rename from /m.test(head) ? "renamed" : "modified";
}

/** Matches paths by name, by folder (`src/limit/**`) or by extension (`*.ts`). */
export function isWanted(path: string, wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  return wanted.some((pattern) => {
    if (pattern.startsWith("*")) return path.endsWith(pattern.replace(/^[*/]+/, ""));
    const folder = pattern.replace(/\/?\*+$/, "");
    return path === folder || path.startsWith(`${folder}/`);
  });
}

const HUNK = /^@@ -[0-9]+(?:,[0-9]+)? \+([0-9]+)(?:,[0-9]+)? @@/;

/** Returns the added or changed lines of each file, by their number in the new file. */
export function changedLineNumbers(files: DiffView["files"]): Map<string, Set<number>> {
  return new Map(files.map(({ path, patch }) => [path, linesIn(patch)]));
}

function linesIn(patch: string): Set<number> {
  const found = new Set<number>();
  let line: number | null = null;
  for (const text of patch.split("\n")) {
    const start = HUNK.exec(text)?.[1];
    if (start !== undefined) line = Number(start);
    else if (line !== null && text.startsWith("+")) found.add(line++);
    else if (line !== null && text.startsWith(" ")) line += 1;
  }
  return found;
}
