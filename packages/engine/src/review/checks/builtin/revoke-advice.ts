import { secretVendor } from "@countersign/core";

/** Returns where to revoke a leaked credential of this kind, and why. */
export function revokeAdvice(what: string): string {
  const vendor = secretVendor(what);
  if (vendor === "countersign")
    return "Revoke it with countersign token revoke: the history of the branch contains it.";
  const where = vendor === null ? "where it was issued" : `at ${vendor}`;
  return `Revoke it ${where}: the history of the branch contains it.`;
}
