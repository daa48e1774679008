import type { Run } from "../context.ts";

/** One command as data; its code is loaded when it is called. */
export type CommandSpec = {
  /** Its name and arguments: `approve <ids...>`. */
  usage: string;
  summary: string;
  /** Help begins with them. */
  examples: readonly [string, string];
  options?: readonly (readonly [flags: string, description: string])[];
  load: () => Promise<Run>;
};

export type GroupSpec = {
  name: string;
  summary: string;
  examples: readonly [string, string];
  commands: readonly CommandSpec[];
  /** The command that is meant when none is named. */
  otherwise?: string;
};
