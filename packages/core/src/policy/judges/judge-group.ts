/** Files of one tool that decide what a check does, and in words how they do. */
export type JudgeGroup = {
  tool: string;
  /** Completes the sentence "the file …". */
  does: string;
  patterns: readonly string[];
};
