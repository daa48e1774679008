import type { Mode } from "@countersign/core";

/** How much a person looks at, strictest first. */
export const MODE_HELP: Readonly<Record<Mode, string>> = {
  "per-task": "every task waits for a person",
  batch: "tasks wait, and are decided together",
  auto: "approved by itself when every machine passed and the policy's conditions hold",
  skip: "no person is asked; only what the policy always requires",
};
