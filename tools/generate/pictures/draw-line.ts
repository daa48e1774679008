/** The sides of the cell that a box-drawing character touches: up, right, down, left. */
const SIDES: Readonly<Record<string, string>> = {
  "─": "rl",
  "│": "ud",
  "┌": "rd",
  "┐": "dl",
  "└": "ur",
  "┘": "ul",
  "├": "urd",
  "┤": "udl",
  "┬": "rdl",
  "┴": "url",
  "┼": "urdl",
};

export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Draws a box-drawing character as a path through its cell, so that lines join in any font;
 * undefined for other characters.
 */
export function drawLine(sign: string, { x, y, width, height }: Place): string | undefined {
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (sign === "═") {
    return [-2, 2].map((off) => `M${x} ${middle.y + off}h${width}`).join("");
  }
  const sides = SIDES[sign];
  if (sides === undefined) return undefined;
  const ends: Readonly<Record<string, string>> = {
    u: `V${y}`,
    r: `H${x + width}`,
    d: `V${y + height}`,
    l: `H${x}`,
  };
  return [...sides].map((side) => `M${middle.x} ${middle.y}${ends[side] ?? ""}`).join("");
}
