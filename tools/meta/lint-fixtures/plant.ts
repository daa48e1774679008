/** A file put into a scratch copy, and the rules that must report it; none when it must pass. */
export type Plant = { file: string; text: string; caughtBy: readonly string[] };

/** Stands for the walls among the rules; `tools/meta/walls` checks these plants. */
export const WALL = "wall";
