import { secretVendor } from "@countersign/core";

/** Says where a leaked credential of this kind is revoked, and why that is necessary. */
export function revokeAdvice(what: string): string {
  const vendor = secretVendor(what);
  if (vendor === "countersign")
    return "Revoke it with countersign token revoke: the history of the branch contains it.";
  const where = vendor === null ? "where it was issued" : `at ${vendor}`;
  return `Revoke it ${where}: the history of the branch contains it.`;
}
