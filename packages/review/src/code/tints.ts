/** The syntax elements, each with its own paint. */
export const CODE_PAINTS = ["word", "quote", "number", "name", "remark"] as const;
export type CodePaint = (typeof CODE_PAINTS)[number];

/** A part of a line, from its first character to the one after its last. */
export type Tint = {
  readonly from: number;
  readonly to: number;
  readonly paint: CodePaint | "addedPart" | "removedPart";
};

/** The highlighted parts of a line; text between them is plain. */
export type Tints = readonly Tint[];

/** Paints a part of a line over its existing tints. */
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
