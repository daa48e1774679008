import { EXIT_CODES } from "../runtime/exit-codes.ts";
import type { GateReport } from "./gate-report.ts";

export type FailOn = "critical" | "major" | "warning";

/** What the program ends with. Nothing that is pending or needs a person ends with zero. */
export function gateExitCode(
  { gate, blocked }: Pick<GateReport, "gate" | "blocked">,
  failOn: FailOn,
): number {
  if (blocked) return EXIT_CODES.held.code;
  switch (gate) {
    case "pending":
      return EXIT_CODES.pending.code;
    case "fail":
      return EXIT_CODES.gateFail.code;
    case "needs_fixes":
      return failOn === "critical" ? EXIT_CODES.done.code : EXIT_CODES.needsFixes.code;
    case "pass_with_warnings":
      return failOn === "warning" ? EXIT_CODES.warnings.code : EXIT_CODES.done.code;
    case "pass":
      return EXIT_CODES.done.code;
  }
}
