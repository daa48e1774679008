import type { PhaseName, TaskTurn } from "@countersign/core";

/** The answer to a command. It is stored, so that a retry gets the same answer. */
export type CommandAnswer = {
  task: string;
  /** The last log entry that the command wrote. */
  seq: number;
  state: PhaseName;
  round: number | null;
  turn: TaskTurn;
  /** The types of the events that the command logged. */
  events: readonly string[];
};
