import type { Tints } from "@countersign/review";
import { SIGNS } from "@countersign/review";
import { cellWidth, cutText } from "../terminal/measure.ts";
import { type Span, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";

export type CodePlace = {
  /** The first character to show. */
  readonly from: number;
  /** The character after the last one to show. */
  readonly to: number;
  /** The available width in cells. */
  readonly room: number;
  /** The style of text without syntax highlighting. */
  readonly paint: Paint;
};

/** Returns the visible part of a line; a symbol at its end marks truncated text. */
export function codeSpans(text: string, tints: Tints, place: CodePlace): Span[] {
  const { spans, isCut } = visibleSpans(text, tints, place);
  if (!isCut) return spans;
  const shorter = visibleSpans(text, tints, { ...place, room: place.room - 1 });
  return [...shorter.spans, span(SIGNS.cut, "faint")];
}

/** Sanitizes and measures only the characters that fit, however long the line is. */
function visibleSpans(
  text: string,
  tints: Tints,
  { from, to, room, paint }: CodePlace,
): { spans: Span[]; isCut: boolean } {
  const spans: Span[] = [];
  let left = room;
  for (const piece of piecesOf(tints, from, Math.min(to, from + room + 1))) {
    const whole = span(text.slice(piece.from, piece.to), piece.paint ?? paint);
    const shown = cutText(whole.text, left);
    if (shown !== "") spans.push({ text: shown, paint: whole.paint });
    left -= cellWidth(shown);
    if (shown !== whole.text) return { spans, isCut: true };
  }
  return { spans, isCut: to > from + room + 1 };
}

type Piece = { from: number; to: number; paint: Paint | null };

/** Yields the tinted and plain pieces between two characters of a line. */
function* piecesOf(tints: Tints, from: number, to: number): Generator<Piece> {
  let at = from;
  for (const tint of tints) {
    if (tint.to <= Math.max(at, tint.from)) continue;
    if (tint.from >= to) break;
    if (tint.from > at) yield { from: at, to: tint.from, paint: null };
    const begin = Math.max(at, tint.from);
    at = Math.min(to, tint.to);
    yield { from: begin, to: at, paint: tint.paint };
  }
  if (at < to) yield { from: at, to, paint: null };
}
