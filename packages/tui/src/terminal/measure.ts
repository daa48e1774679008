import stringWidth from "string-width";

const PLAIN = /^[ -~]*$/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Counting is slow where a text is more than ASCII, and screens repeat themselves. */
const counted = new Map<string, number>();
const MAX_CACHED = 4_096;

/** How many cells a text takes, by the same count as the library that draws it. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const known = counted.get(text);
  if (known !== undefined) return known;
  if (counted.size >= MAX_CACHED) counted.clear();
  const width = stringWidth(text);
  counted.set(text, width);
  return width;
}

/** As much of the beginning as fits, never half a character. */
export function cutTo(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, Math.max(0, width));
  let used = 0;
  let kept = "";
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept;
}

/** Cut with a sign where something is missing. */
export function shorten(text: string, width: number, sign = "…"): string {
  if (text.length <= width * 4 && widthOf(text) <= width) return text;
  const room = width - widthOf(sign);
  return room < 0 ? "" : `${cutTo(text.slice(0, width * 8), room)}${sign}`;
}

/** Wraps a text into lines of at most this width, at spaces where possible. */
export function wrap(text: string, width: number): string[] {
  if (width <= 0) return [];
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const joined = current === "" ? word : `${current} ${word}`;
    if (widthOf(joined) <= width) {
      current = joined;
      continue;
    }
    if (current !== "") lines.push(current);
    current = word;
    while (widthOf(current) > width) {
      const head = cutTo(current, width);
      if (head === "") return [...lines, ""];
      lines.push(head);
      current = current.slice(head.length);
    }
  }
  return [...lines, current];
}
