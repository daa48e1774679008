import { stripVTControlCharacters } from "node:util";

const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

/** Texts whose characters all take one column, which are most. */
const PLAIN = /^[ -~]*$/;

/** Created for the first text that needs it: it takes longer than many commands. */
let graphemes: Intl.Segmenter | undefined;

/** How many columns a text takes. */
export function columnWidth(text: string): number {
  const seen = stripVTControlCharacters(text);
  if (PLAIN.test(seen)) return seen.length;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let width = 0;
  for (const { segment } of graphemes.segment(seen)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Lines up cells below one another, two spaces apart; the last column is left as it is. */
export function columns(rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(0, ...rows.map((row) => columnWidth(row[column] ?? ""))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1
            ? cell
            : cell + " ".repeat((widths[column] ?? 0) - columnWidth(cell)),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
