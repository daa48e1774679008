import { describe, expect, it } from "vitest";
import type { Elevation } from "../policy/schema-review.ts";
import type { Severity } from "../policy/words.ts";
import { barePolicy } from "../testing/plan-of.ts";
import { elevate } from "./elevate.ts";
import type { RawFinding } from "./schema.ts";

const audit = auditOf({});

/** What the policy says of an auditor's words. */
function auditOf(elevate: object): Elevation {
  const auditor = { id: "auditor", name: "Auditor", kind: "agent", adapter: "codex" };
  const reviewers = [{ ...auditor, description: "Audits", elevate }];
  const [entry] = barePolicy({ reviewers }).reviewers.filter(({ id }) => id === "auditor");
  if (!entry?.elevate) throw new Error("The policy has no auditor");
  return entry.elevate;
}

function raw(category: string, severity: Severity): RawFinding {
  return { category, severity, message: `${category} is ${severity}` };
}

function severities(findings: readonly RawFinding[]): Severity[] {
  return findings.map(({ severity }) => severity);
}

describe("elevate", () => {
  it.each([
    { failed: 0, worst: "warning" },
    { failed: 1, worst: "major" },
    { failed: 2, worst: "major" },
    { failed: 3, worst: "critical" },
    { failed: 4, worst: "critical" },
    { failed: 15, worst: "critical" },
  ])(
    "$failed failed dimensions of 15 make the worst finding $worst [R-120]",
    ({ failed, worst }) => {
      const findings = Array.from({ length: 15 }, (_, index) =>
        raw(`dimension-${index}`, index < failed ? "major" : "warning"),
      );

      const [first, ...others] = severities(elevate(findings, audit));

      expect(first).toBe(worst);
      expect(others).toEqual(severities(findings).slice(1));
    },
  );

  it("counts dimensions, not findings", () => {
    const one = [raw("contrast", "major"), raw("contrast", "major"), raw("contrast", "major")];

    expect(elevate(one, audit)).toEqual(one);
  });

  it("does not count warnings as failures", () => {
    const warned = ["contrast", "motion", "spacing"].map((name) => raw(name, "warning"));

    expect(elevate(warned, audit)).toEqual(warned);
  });

  it("raises the worst, wherever it stands, and keeps the order", () => {
    const findings = [raw("a", "major"), raw("b", "major"), raw("c", "critical")];
    const strict = auditOf({ fail: "warning", failuresToRaise: 2, raiseTo: "major" });

    expect(severities(elevate([raw("a", "warning"), raw("b", "major")], strict))).toEqual([
      "warning",
      "major",
    ]);
    expect(elevate(findings, audit)).toEqual(findings);
    expect(severities(elevate([raw("a", "warning"), raw("b", "warning")], strict))).toEqual([
      "major",
      "warning",
    ]);
  });

  it("never lowers a finding", () => {
    const gentle = auditOf({ failuresToRaise: 1, raiseTo: "info" });

    expect(severities(elevate([raw("a", "critical")], gentle))).toEqual(["critical"]);
  });

  it("changes nothing when it is asked twice", () => {
    const findings = ["a", "b", "c"].map((name) => raw(name, "major"));
    const once = elevate(findings, audit);

    expect(elevate(once, audit)).toEqual(once);
    expect(severities(findings)).toEqual(["major", "major", "major"]);
  });

  it("has nothing to raise in an audit without findings", () => {
    expect(elevate([], audit)).toEqual([]);
  });
});
