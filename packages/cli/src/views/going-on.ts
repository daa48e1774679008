import { State } from "@countersign/api";

/** The states of tasks that have not ended. */
export const GOING_ON: readonly State[] = State.options.filter(
  (state) => state !== "done" && state !== "rejected",
);
