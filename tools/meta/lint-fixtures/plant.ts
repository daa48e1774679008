/** A file for the scratch copy, and the rules that must report it; empty if it must pass. */
export type Plant = { file: string; text: string; caughtBy: readonly string[] };

/** Represents the import walls among the rules; `tools/meta/walls` checks these fixtures. */
export const WALL = "wall";
