export const SURFACES = ["mcp", "cli", "hook"] as const;
export type Surface = (typeof SURFACES)[number];

/** Work as any surface can hand it in; a hook names no task and answers no finding. */
export type Work = {
  directory: string;
  title?: string;
  task?: string;
  summary?: string;
  base?: string;
  answers?: readonly { finding: string; status: "fixed" | "answered" | "wont_fix"; note: string }[];
};

export type Outcome =
  | { is: "taken"; task: string; round: number }
  | { is: "refused"; code: string; sentence: string };
