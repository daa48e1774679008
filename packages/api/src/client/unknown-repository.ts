import { CountersignError } from "@countersign/core";

/** The error of every surface for a directory whose repository is not registered. */
export function unknownRepository(): CountersignError {
  return new CountersignError(
    "not_found",
    "This directory is in no repository that countersign reviews",
    { hint: "Nothing is reviewed here. A person can set it up with: countersign init" },
  );
}
