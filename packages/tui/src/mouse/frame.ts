import { BOX } from "../terminal/box.ts";
import { widthOf } from "../terminal/measure.ts";
import { type Row, textOf } from "../terminal/row.ts";

/** Where the parts of a drawn screen are. */
export type Frame = {
  /** The first row below the head, and the row of the border below the last. */
  readonly top: number;
  readonly bottom: number;
  /** The columns in which its borders stand. */
  readonly borders: readonly number[];
};

/** The frame that is drawn; null where there is none. */
export function frameOf(rows: readonly Row[]): Frame | null {
  const begin = rows.findIndex((row) => textOf(row).startsWith(BOX.left));
  if (begin === -1) return null;
  const length = rows.slice(begin + 1).findIndex((row) => ENDS.has(textOf(row)[0] ?? ""));
  if (length === -1) return null;
  const edge = [...textOf(rows[begin] ?? [])];
  const borders = edge.flatMap((sign, column) => (sign === BOX.horizontal ? [] : [column]));
  return { top: begin + 1, bottom: begin + 1 + length, borders };
}

const ENDS: ReadonlySet<string> = new Set([BOX.left, BOX.bottomLeft]);

/** Which part between two borders a column is in, from 0. */
export function partAt({ borders }: Frame, column: number): number {
  return borders.filter((border) => border < column).length - 1;
}

/** The key whose sign, or the word behind it, is drawn here. Only what we have painted as a key counts. */
export function keyAt(row: Row, column: number): string | null {
  let end = 0;
  for (const [at, { text, paint }] of row.entries()) {
    end += widthOf(text);
    if (column >= end) continue;
    if (paint === "key") return bareKey(text);
    const before = row[at - 1];
    const isWord = paint === "plain" && before?.paint === "key" && text.trim() !== "";
    return isWord ? bareKey(before.text) : null;
  }
  return null;
}

/** `[Shift+L]` is L; what stands for several keys is none. */
function bareKey(sign: string): string | null {
  const name = sign.replace(/^\[(.+)\]$/, "$1");
  if (name.includes("/") || /^\d-\d$/.test(name)) return null;
  return name.replace(/^Shift\+/, "");
}
