import type { Run } from "../context.ts";

/** One command as data; its code is loaded when it is called. */
export type CliCommand = {
  /** Its name and arguments: `approve <ids...>`. */
  usage: string;
  summary: string;
  /** Help begins with them. */
  examples: readonly [string, string];
  options?: readonly (readonly [flags: string, description: string])[];
  /** What its arguments are, so that a shell can offer them. */
  takes?: "task" | "finding" | "repository" | "file" | readonly string[];
  /** For programs; no help lists it. */
  hidden?: true;
  load: () => Promise<Run>;
};

/** Every command: those of one word, and those of two by their noun. */
export type Tree = { alone: readonly CliCommand[]; groups: readonly GroupSpec[] };

export type GroupSpec = {
  name: string;
  summary: string;
  examples: readonly [string, string];
  commands: readonly CliCommand[];
  /** The command that is meant when none is named. */
  otherwise?: string;
};
