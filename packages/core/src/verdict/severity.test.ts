import { describe, expect, it } from "vitest";
import type { Elevation } from "../policy/schema-review.ts";
import { Severity } from "../policy/words.ts";
import { barePolicy } from "../testing/plan-of.ts";
import { compareSeverity, effectiveSeverity, isAtLeast, readSeverity, worse } from "./severity.ts";

const audit = auditOf({});

/** What the policy says of an auditor's words. */
function auditOf(elevate: object): Elevation {
  const auditor = { id: "auditor", name: "Auditor", kind: "agent", adapter: "codex" };
  const reviewers = [{ ...auditor, description: "Audits", elevate }];
  const [entry] = barePolicy({ reviewers }).reviewers.filter(({ id }) => id === "auditor");
  if (!entry?.elevate) throw new Error("The policy has no auditor");
  return entry.elevate;
}

describe("readSeverity", () => {
  it.each([
    { word: "critical", severity: "critical" },
    { word: "major", severity: "major" },
    { word: "warning", severity: "warning" },
    { word: "info", severity: "info" },
    { word: "high", severity: "major" },
    { word: "medium", severity: "warning" },
    { word: "low", severity: "info" },
    { word: "error", severity: "critical" },
    { word: "note", severity: "info" },
    { word: "ERROR", severity: "critical" },
    { word: "WARNING", severity: "warning" },
    { word: "INFO", severity: "info" },
    { word: 2, severity: "critical" },
    { word: 1, severity: "warning" },
    { word: " High ", severity: "major" },
  ])("reads $word as $severity [R-117] [C5]", ({ word, severity }) => {
    expect(readSeverity(word, null)).toBe(severity);
  });

  it.each(["", "catastrophic", "0", 0, 3, Number.NaN, "toString", "__proto__", "critical!"])(
    "does not know %j [C5] [H21]",
    (word) => {
      expect(readSeverity(word, null)).toBeNull();
      expect(readSeverity(word, audit)).toBeNull();
    },
  );

  it.each([
    { word: "fail", severity: "major" },
    { word: "Warn", severity: "warning" },
    { word: "PASS", severity: "pass" },
    { word: "high", severity: "major" },
  ])("reads the audit's word $word as $severity", ({ word, severity }) => {
    expect(readSeverity(word, audit)).toBe(severity);
  });

  it.each(["fail", "warn", "pass"])("knows %s only from an auditor", (word) => {
    expect(readSeverity(word, null)).toBeNull();
  });

  it("takes an audit's severities from the registry entry", () => {
    const strict = auditOf({ fail: "critical", warn: "major" });

    expect(readSeverity("fail", strict)).toBe("critical");
    expect(readSeverity("warn", strict)).toBe("major");
  });
});

describe("effectiveSeverity", () => {
  it.each([
    { raw: "info", rule: "major", max: "critical", counts: "major" },
    { raw: "critical", rule: "major", max: "critical", counts: "critical" },
    { raw: "major", rule: "major", max: "critical", counts: "major" },
    { raw: "critical", rule: "info", max: "warning", counts: "critical" },
    { raw: "info", rule: "critical", max: "info", counts: "critical" },
  ] as const)(
    "a reviewer that says $raw of a rule with $rule gets $counts [H21]",
    ({ raw, rule, max, counts }) => {
      expect(effectiveSeverity(raw, { severity: rule }, max)).toBe(counts);
    },
  );

  it.each([
    { raw: "critical", max: "critical", counts: "critical" },
    { raw: "critical", max: "warning", counts: "warning" },
    { raw: "major", max: "major", counts: "major" },
    { raw: "info", max: "warning", counts: "info" },
  ] as const)(
    "without a rule $raw is capped at $max and gets $counts [H21]",
    ({ raw, max, counts }) => {
      expect(effectiveSeverity(raw, undefined, max)).toBe(counts);
    },
  );
});

describe("the order of severities", () => {
  it("puts the worst first [R-117]", () => {
    expect(Severity.options.toReversed().sort(compareSeverity)).toEqual([
      "critical",
      "major",
      "warning",
      "info",
    ]);
  });

  it("finds the worse of two, whichever comes first", () => {
    expect(worse("info", "major")).toBe("major");
    expect(worse("major", "info")).toBe("major");
  });

  it("counts an equal severity as at least as severe", () => {
    expect(isAtLeast("major", "major")).toBe(true);
    expect(isAtLeast("critical", "major")).toBe(true);
    expect(isAtLeast("warning", "major")).toBe(false);
  });
});
