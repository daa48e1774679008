import { isCounted } from "./aggregate.ts";
import type { Finding, Opinion } from "./schema.ts";

/** Returns the opinion of a finished check: anything but a clean exit without counted findings is a concern. */
export function checkOpinion(result: {
  exitCode: number;
  findings: readonly Pick<Finding, "disposition">[];
}): Opinion {
  return result.exitCode === 0 && !result.findings.some(isCounted) ? "approved" : "concerns";
}
