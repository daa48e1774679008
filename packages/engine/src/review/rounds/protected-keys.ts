import { judgeKeys, type Policy } from "@countersign/core";

/** Parts of JSON files whose change matters to the plan, as `file#key`: protected ones, and what steers checks. */
export function protectedKeys({ trust, checks }: Pick<Policy, "trust" | "checks">): string[] {
  return [...trust.protected.filter((entry) => entry.includes("#")), ...judgeKeys({ checks })];
}
