import { safeText } from "@countersign/review";
import type { Theme } from "../theme/themes.ts";
import type { ScreenRow } from "./row.ts";

const ESCAPE = String.fromCodePoint(0x1b);

/** Converts rows to terminal output, and sanitizes each text again in case a caller forgot to. */
export function writeRows(rows: readonly ScreenRow[], theme: Theme, ascii: boolean): string {
  return rows.map((row) => writeRow(row, theme, ascii)).join("\n");
}

function writeRow(row: ScreenRow, theme: Theme, ascii: boolean): string {
  let line = "";
  for (const { text, paint } of row) {
    const shown = safeText(text, ascii);
    const code = theme[paint];
    line += code === "" || shown === "" ? shown : `${ESCAPE}[${code}m${shown}${ESCAPE}[0m`;
  }
  return line === "" ? " " : line;
}
