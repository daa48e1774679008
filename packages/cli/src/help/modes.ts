import type { Mode } from "@countersign/core";

/** The meaning of each review mode, strictest first. */
export const MODE_HELP: Readonly<Record<Mode, string>> = {
  "per-task": "every task waits for a person",
  batch: "tasks wait for a person, who decides on them together",
  auto: "approved automatically if all checks and agents pass and the policy's conditions hold",
  skip: "no person is asked, except where the policy always requires one",
};
