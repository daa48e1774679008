import type { PhaseName, TaskTurn } from "@countersign/core";

/** What a command answered. It is stored, so that a retry hears the same. */
export type CommandAnswer = {
  task: string;
  /** The last entry of the log that the command wrote. */
  seq: number;
  state: PhaseName;
  round: number | null;
  turn: TaskTurn;
  /** The types of the events that the command logged. */
  events: readonly string[];
};
