/** A file put into a scratch copy, and the rules that must report it; none when it must pass. */
export type Plant = { file: string; text: string; caughtBy: readonly string[] };
