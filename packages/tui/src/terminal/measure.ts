import stringWidth from "string-width";

const PLAIN = /^[ -~]*$/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Caches widths, because measuring non-ASCII text is slow and screens repeat themselves. */
const counted = new Map<string, number>();
const MAX_CACHED = 4_096;

/** Returns the width of a text in cells, measured like the drawing library does. */
export function cellWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const known = counted.get(text);
  if (known !== undefined) return known;
  if (counted.size >= MAX_CACHED) counted.clear();
  const width = stringWidth(text);
  counted.set(text, width);
  return width;
}

/** Returns the longest prefix that fits, without splitting a character. */
export function cutText(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, Math.max(0, width));
  let used = 0;
  let kept = "";
  for (const { segment } of graphemes.segment(text)) {
    used += cellWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept;
}

/** Truncates a text and marks the cut. */
export function shortenText(text: string, width: number, sign = "…"): string {
  if (text.length <= width * 4 && cellWidth(text) <= width) return text;
  const room = width - cellWidth(sign);
  return room < 0 ? "" : `${cutText(text.slice(0, width * 8), room)}${sign}`;
}

/** Wraps a text into lines of at most this width, at spaces where possible. */
export function wrapText(text: string, width: number): string[] {
  if (width <= 0) return [];
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const joined = current === "" ? word : `${current} ${word}`;
    if (cellWidth(joined) <= width) {
      current = joined;
      continue;
    }
    if (current !== "") lines.push(current);
    current = word;
    while (cellWidth(current) > width) {
      const head = cutText(current, width);
      if (head === "") return [...lines, ""];
      lines.push(head);
      current = current.slice(head.length);
    }
  }
  return [...lines, current];
}
