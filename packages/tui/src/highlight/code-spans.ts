import { cutTo, widthOf } from "../terminal/measure.ts";
import { type Span, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";
import type { Tints } from "./tints.ts";

export type CodePlace = {
  /** The first character that is seen. */
  readonly from: number;
  /** How many cells there are. */
  readonly room: number;
  /** How it looks where it is nothing in particular. */
  readonly paint: Paint;
};

/** However long a line is, only what can be seen of it is made safe and measured. */
export function codeSpans(text: string, tints: Tints, { from, room, paint }: CodePlace): Span[] {
  const spans: Span[] = [];
  let left = room;
  for (const piece of piecesOf(tints, from, Math.min(text.length, from + room + 1))) {
    const whole = span(text.slice(piece.from, piece.to), piece.paint ?? paint);
    const shown = cutTo(whole.text, left);
    if (shown !== "") spans.push({ text: shown, paint: whole.paint });
    left -= widthOf(shown);
    if (shown !== whole.text) break;
  }
  return spans;
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
