import type { Policy } from "@countersign/core";

/** Protected parts of JSON files, as `file#key`. */
export function protectedKeys({ trust }: Policy): string[] {
  return trust.protected.filter((entry) => entry.includes("#"));
}
