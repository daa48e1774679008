import { SIGNS } from "@countersign/review";
import { cutTo, widthOf } from "../terminal/measure.ts";
import { type Span, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";
import type { Tints } from "./tints.ts";

export type CodePlace = {
  /** The first character to show. */
  readonly from: number;
  /** The character behind the last one to show. */
  readonly to: number;
  /** How many cells there are. */
  readonly room: number;
  /** How it looks where it is nothing in particular. */
  readonly paint: Paint;
};

/** Shows a part of a line; a sign at its end says that there was no room for all of it. */
export function codeSpans(text: string, tints: Tints, place: CodePlace): Span[] {
  const { spans, isCut } = visibleSpans(text, tints, place);
  if (!isCut) return spans;
  const shorter = visibleSpans(text, tints, { ...place, room: place.room - 1 });
  return [...shorter.spans, span(SIGNS.cut, "faint")];
}

/** However long a line is, only the characters that fit are made safe and measured. */
function visibleSpans(
  text: string,
  tints: Tints,
  { from, to, room, paint }: CodePlace,
): { spans: Span[]; isCut: boolean } {
  const spans: Span[] = [];
  let left = room;
  for (const piece of piecesOf(tints, from, Math.min(to, from + room + 1))) {
    const whole = span(text.slice(piece.from, piece.to), piece.paint ?? paint);
    const shown = cutTo(whole.text, left);
    if (shown !== "") spans.push({ text: shown, paint: whole.paint });
    left -= widthOf(shown);
    if (shown !== whole.text) return { spans, isCut: true };
  }
  return { spans, isCut: to > from + room + 1 };
}

type Piece = { from: number; to: number; paint: Paint | null };

/** The parts between two characters of a line, and what lies between them. */
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
