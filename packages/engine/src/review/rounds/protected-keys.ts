import { judgeKeys, type Policy } from "@countersign/core";

/**
 * Returns the parts of JSON files that matter to the plan, as `file#key`: protected keys and keys that steer
 * checks.
 */
export function protectedKeys({ trust, checks }: Pick<Policy, "trust" | "checks">): string[] {
  return [...trust.protected.filter((entry) => entry.includes("#")), ...judgeKeys({ checks })];
}
