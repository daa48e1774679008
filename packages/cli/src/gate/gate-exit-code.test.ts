import { expect, it } from "vitest";
import { type FailOn, gateExitCode } from "./gate-exit-code.ts";
import type { GateReport } from "./gate-report.ts";

it.each<[GateReport["gate"], FailOn, number]>([
  ["pass", "major", 0],
  ["pass", "warning", 0],
  ["pass_with_warnings", "major", 0],
  ["pass_with_warnings", "warning", 12],
  ["needs_fixes", "major", 11],
  ["needs_fixes", "warning", 11],
  ["needs_fixes", "critical", 0],
  ["fail", "major", 10],
  ["fail", "critical", 10],
  ["pending", "critical", 8],
  ["pending", "major", 8],
])("%s with --fail-on %s ends with %i", (gate, failOn, code) => {
  expect(gateExitCode({ gate, blocked: false }, failOn)).toBe(code);
});

it("a person who must decide comes before every gate", () => {
  for (const gate of ["pass", "fail", "pending"] as const) {
    expect(gateExitCode({ gate, blocked: true }, "major")).toBe(13);
  }
});
