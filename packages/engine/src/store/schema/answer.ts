import type { PhaseName, Turn } from "@countersign/core";

/** What a command answered. It is stored, so that a retry hears the same. */
export type Answer = {
  task: string;
  /** The last entry of the log that the command wrote. */
  seq: number;
  state: PhaseName;
  round: number | null;
  turn: Turn;
  /** The types of the events that the command logged. */
  events: readonly string[];
};
