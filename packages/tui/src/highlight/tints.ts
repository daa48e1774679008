/** What a part of code can be; each has its paint. */
export const CODE_PAINTS = ["word", "quote", "number", "name", "remark"] as const;
export type CodePaint = (typeof CODE_PAINTS)[number];

/** A part of a line, by its first character and the one behind its last. */
export type Tint = { readonly from: number; readonly to: number; readonly paint: CodePaint };

/** The parts of a line that are something; what lies between them is nothing in particular. */
export type Tints = readonly Tint[];
