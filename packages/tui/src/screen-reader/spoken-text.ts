import { SIGNS, safeText } from "@countersign/review";
import { rowText, type ScreenRow } from "../terminal/row.ts";

/** The spoken word for each symbol. */
const WORDS: readonly (readonly [sign: string, word: string])[] = [
  [SIGNS.tick, "yes"],
  [SIGNS.cross, "no"],
  [SIGNS.turn, "turn of"],
  [SIGNS.arrow, "to"],
  [SIGNS.warning, ""],
  [SIGNS.critical, ""],
  [SIGNS.draft, ""],
  [SIGNS.live, "chosen:"],
  [SIGNS.open, "not chosen:"],
  [SIGNS.more, ""],
  [SIGNS.bar, ","],
  [SIGNS.cut, ""],
];
const HEADING = new RegExp(`${SIGNS.heavy}+ (.+?) ${SIGNS.heavy}+`, "gu");
const FRAME = /[─═┌┐└┘├┤┬┴┼]+/gu;

/** Converts a line to spoken text: no frames, no columns, symbols as words. */
export function toSpokenText(text: string): string {
  let spoken = safeText(text).replaceAll(HEADING, "$1:").replaceAll(FRAME, "");
  for (const [sign, word] of WORDS)
    spoken = spoken.replaceAll(sign, word === "" ? "" : ` ${word} `);
  return spoken
    .trim()
    .replaceAll(/ {3,}/g, ", ")
    .replaceAll(/ +/g, " ")
    .replaceAll(/ ?,(?: ?,)+/g, ",")
    .replaceAll(" ,", ",");
}

/** Converts rows to spoken lines; empty rows are left out. */
export function toSpokenLines(rows: readonly ScreenRow[]): string[] {
  return rows.map((row) => toSpokenText(rowText(row))).filter((line) => line !== "");
}
