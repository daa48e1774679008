import { judgeKeys, type Policy } from "@countersign/core";

/**
 * Returns the parts of JSON files that matter to the plan, as `file#key`: protected keys and keys that steer
 * checks.
 */
export function protectedKeys(policy: Pick<Policy, "trust" | "checks">): readonly string[] {
  const keys = known.get(policy) ?? [
    ...policy.trust.protected.filter((entry) => entry.includes("#")),
    ...judgeKeys(policy),
  ];
  known.set(policy, keys);
  return keys;
}

/** The same policy judges many changes. */
const known = new WeakMap<Pick<Policy, "trust" | "checks">, readonly string[]>();
