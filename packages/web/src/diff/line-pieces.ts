import { changedPart, type DiffLine, paintOver, type Slice, type Tints } from "@countersign/review";

/** A part of a row's text and what it is; null if it is nothing in particular. */
export type LinePiece = {
  readonly text: string;
  readonly kind: Tints[number]["paint"] | null;
  readonly isMatch: boolean;
};

type PieceOptions = {
  line: DiffLine;
  other: DiffLine | null;
  slice: Slice;
  tints: Tints | undefined;
  /** The text that the reader looks for, in lower case. */
  wanted: string;
};

/** Splits the text of a row at its tokens, at the part that differs from the other version, and at matches. */
export function linePieces({ line, other, slice, tints = [], wanted }: PieceOptions): LinePiece[] {
  const { text, sign } = line;
  const part = other === null ? null : changedPart(text, other.text);
  const paint = sign === "-" ? ("removedPart" as const) : ("addedPart" as const);
  const all = part === null || sign === " " ? tints : paintOver(tints, { ...part, paint });
  const pieces: LinePiece[] = [];
  let at = slice.from;
  const put = (to: number, kind: LinePiece["kind"]): void => {
    const end = Math.min(to, slice.to);
    if (end <= at) return;
    pieces.push(...withMatches(text, at, end, kind, wanted));
    at = end;
  };
  for (const tint of all) {
    if (tint.from >= slice.to) break;
    put(tint.from, null);
    if (tint.to > at) put(tint.to, tint.paint);
  }
  put(slice.to, null);
  return pieces;
}

function withMatches(
  text: string,
  from: number,
  to: number,
  kind: LinePiece["kind"],
  wanted: string,
): LinePiece[] {
  if (wanted === "") return [{ text: text.slice(from, to), kind, isMatch: false }];
  const pieces: LinePiece[] = [];
  const lower = text.toLowerCase();
  let at = from;
  // A match may begin before this piece and end behind it.
  let found = lower.indexOf(wanted, Math.max(0, from - wanted.length + 1));
  while (found !== -1 && found < to) {
    const [begin, end] = [Math.max(at, found), Math.min(to, found + wanted.length)];
    if (begin > at) pieces.push({ text: text.slice(at, begin), kind, isMatch: false });
    if (end > begin) pieces.push({ text: text.slice(begin, end), kind, isMatch: true });
    at = Math.max(at, end);
    found = lower.indexOf(wanted, found + wanted.length);
  }
  if (at < to) pieces.push({ text: text.slice(at, to), kind, isMatch: false });
  return pieces;
}
