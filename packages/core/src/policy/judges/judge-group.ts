/** Files of one tool that steer checks, and how they do. */
export type JudgeGroup = {
  tool: string;
  /** Completes the sentence "the file …". */
  does: string;
  patterns: readonly string[];
};
