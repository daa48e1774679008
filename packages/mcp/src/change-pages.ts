import { type DiffView, fence, oneLine } from "@countersign/api";
import { CHARS_PER_TOKEN, tokensOf } from "./limits.ts";

type FilePart = { path: string; status: string; hunks: string[]; cut: boolean };
export type ChangePage = { files: FilePart[]; cursor: string | null };

const CURSOR = /^([0-9]{1,6}):([0-9]{1,9})$/;
const MAX_PATH = 500;
/** Room for the fence, the path and its label around each piece. */
const FRAME_TOKENS = 120;
const LEAST_TOKENS = 300;

/**
 * One page of a change: as many files as fit. A file that does not fit is cut at the end of a line, and
 * the cursor goes on there.
 */
export function changePage(
  files: DiffView["files"],
  cursor: string | undefined,
  { tokens, by }: { tokens: number; by: string },
): ChangePage | null {
  const [, first = "0", line = "0"] = CURSOR.exec(cursor ?? "0:0") ?? [null];
  if (cursor !== undefined && !CURSOR.test(cursor)) return null;
  const page: FilePart[] = [];
  let left = tokens;
  let from = Number(line);
  for (let index = Number(first); index < files.length; index += 1) {
    const file = files[index];
    if (file === undefined || left < LEAST_TOKENS)
      return { files: page, cursor: `${index}:${from}` };
    const room = left - FRAME_TOKENS - tokensOf(file.path);
    const { text, next } = pieceOf(file.patch, from, room);
    page.push(viewPiece(file, text, next !== null, by));
    if (next !== null) return { files: page, cursor: `${index}:${next}` };
    left -= Math.ceil(costOf(text) / CHARS_PER_TOKEN) + FRAME_TOKENS;
    from = 0;
  }
  return { files: page, cursor: null };
}

/** Whole lines from one on; a single line that is too long for any page is cut by the fence. */
function pieceOf(
  patch: string,
  from: number,
  tokens: number,
): { text: string; next: number | null } {
  const lines = patch.split("\n");
  const kept: string[] = [];
  let room = Math.floor(tokens * CHARS_PER_TOKEN);
  for (const [offset, line] of lines.slice(from).entries()) {
    room -= costOf(line);
    if (room < 0 && kept.length > 0) return { text: kept.join("\n"), next: from + offset };
    kept.push(
      room < 0 ? oneLine(line, Math.max(100, Math.floor((tokens * CHARS_PER_TOKEN) / 2))) : line,
    );
  }
  return { text: kept.join("\n"), next: null };
}

/** What is not plain costs more: models count it so, and what would not be seen is written as a code. */
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
    hunks: [fence(text, { label, by, maxChars: text.length * 2 + 100 })],
    cut,
  };
}

function statusOf(patch: string): string {
  const head = patch.slice(0, 1_000);
  if (/^new file mode /m.test(head)) return "added";
  if (/^deleted file mode /m.test(head)) return "deleted";
  return /^rename from /m.test(head) ? "renamed" : "modified";
}

/** Paths by name, by folder (`src/limit/**`) or by ending (`*.ts`). */
export function isWanted(path: string, wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  return wanted.some((pattern) => {
    if (pattern.startsWith("*")) return path.endsWith(pattern.replace(/^[*/]+/, ""));
    const folder = pattern.replace(/\/?\*+$/, "");
    return path === folder || path.startsWith(`${folder}/`);
  });
}

const HUNK = /^@@ -[0-9]+(?:,[0-9]+)? \+([0-9]+)(?:,[0-9]+)? @@/;

/** The lines of each file that a change adds or alters, by their number in the new file. */
export function changedLines(files: DiffView["files"]): Map<string, Set<number>> {
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
