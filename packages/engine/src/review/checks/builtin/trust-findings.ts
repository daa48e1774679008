import { type Facts, TRUST_ADVICE, trustFileChanges } from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";

/** Reports changes of the trust files. Work that contains one is never merged. */
export function trustFindings(facts: Facts | null): CheckFinding[] {
  return (facts === null ? [] : trustFileChanges(facts)).map((file) => ({
    severity: "critical",
    category: "trust",
    file,
    message: `No task may change ${file}: the proof of its merge would be contradicted.`,
    recommendation: `Take the change of this file out. ${TRUST_ADVICE}`,
  }));
}
