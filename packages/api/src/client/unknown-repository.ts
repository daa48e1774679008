import { CountersignError } from "@countersign/core";

/** Returns the error of every surface for a directory whose repository is not registered. */
export function unknownRepository(): CountersignError {
  return new CountersignError("not_found", "This directory is not in a registered repository", {
    hint: "A person can set it up with: countersign init",
  });
}
