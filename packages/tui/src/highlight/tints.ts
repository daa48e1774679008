/** What a part of code can be; each has its paint. */
export const CODE_PAINTS = ["word", "quote", "number", "name", "remark"] as const;
export type CodePaint = (typeof CODE_PAINTS)[number];

/** A part of a line, by its first character and the one behind its last. */
export type Tint = {
  readonly from: number;
  readonly to: number;
  readonly paint: CodePaint | "addedPart" | "removedPart";
};

/** The parts of a line that are something; what lies between them is nothing in particular. */
export type Tints = readonly Tint[];

/** Paints a part of a line over whatever else its characters are. */
export function paintOver(tints: Tints, part: Tint): Tints {
  if (part.to <= part.from) return tints;
  const before = tints
    .filter(({ from }) => from < part.from)
    .map((tint) => ({ ...tint, to: Math.min(tint.to, part.from) }));
  const after = tints
    .filter(({ to }) => to > part.to)
    .map((tint) => ({ ...tint, from: Math.max(tint.from, part.to) }));
  return [...before, part, ...after];
}
