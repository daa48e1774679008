import { squeeze } from "./fingerprint.ts";
import type { RawFinding } from "./schema.ts";

type Place = { ok: true; line?: number; endLine?: number } | { ok: false; reason: string };

/**
 * Compares a finding with the file that it names: the quote first, the line second.
 *
 * A quote is proof, a line number only a hint: if the quote is found, the line is corrected. `fileText` is null
 * if the content has no such text file.
 */
export function checkQuote(
  raw: Pick<RawFinding, "file" | "line" | "endLine" | "quote">,
  fileText: string | null,
): Place {
  if (raw.file === undefined) return { ok: true };

  const wanted = quotedLines(raw.quote ?? "");
  if (fileText === null) {
    if (wanted.length === 0 && raw.line === undefined) return { ok: true };
    return { ok: false, reason: `${raw.file} is not a text file of this content` };
  }
  const lines = linesOf(fileText);
  return wanted.length > 0
    ? placeQuote(raw.file, wanted, lines, raw.line ?? 1)
    : placeLine(raw.file, lines.length, raw);
}

function placeQuote(
  file: string,
  wanted: readonly string[],
  lines: readonly string[],
  hint: number,
): Place {
  const squeezed = lines.map(squeeze);
  let best: number | null = null;
  for (let line = 1; line + wanted.length - 1 <= lines.length; line += 1) {
    const isNearer = best === null || Math.abs(line - hint) < Math.abs(best - hint);
    if (isNearer && standsAt(wanted, squeezed, line - 1)) best = line;
  }
  if (best === null) return { ok: false, reason: `the quoted code is not in ${file}` };
  return { ok: true, line: best, endLine: best + wanted.length - 1 };
}

/**
 * Returns true if the quote matches here. It may start and end inside a line; the lines between must be whole.
 */
function standsAt(wanted: readonly string[], lines: readonly string[], start: number): boolean {
  const last = wanted.length - 1;
  return wanted.every((part, offset) => {
    const line = lines[start + offset] ?? "";
    if (last === 0) return line.includes(part);
    if (offset === 0) return line.endsWith(part);
    return offset === last ? line.startsWith(part) : line === part;
  });
}

function placeLine(
  file: string,
  count: number,
  { line, endLine }: Pick<RawFinding, "line" | "endLine">,
): Place {
  if (line === undefined) return { ok: true };
  if (line > count) {
    const size = count === 1 ? "1 line" : `${count} lines`;
    return { ok: false, reason: `line ${line} is outside ${file} (${size})` };
  }
  return endLine === undefined
    ? { ok: true, line }
    : { ok: true, line, endLine: Math.min(endLine, count) };
}

/** Returns the quote's lines without white space, from the first to the last non-empty one. */
function quotedLines(quote: string): string[] {
  const lines = quote.split(NEW_LINE).map(squeeze);
  const first = lines.findIndex((line) => line !== "");
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
}

const NEW_LINE = /\r\n|\r|\n/;

function linesOf(text: string): string[] {
  const lines = text.split(NEW_LINE);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
