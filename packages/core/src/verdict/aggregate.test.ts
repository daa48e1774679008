import { describe, expect, it } from "vitest";
import { digestOf } from "../kernel/digest.ts";
import { aggregate, countFindings, isCounted } from "./aggregate.ts";
import type { Disposition, Finding } from "./schema.ts";

const DISPOSITIONS: { disposition: Disposition; counts: boolean }[] = [
  { disposition: { is: "open" }, counts: true },
  { disposition: { is: "disputed", note: "It is escaped above", by: "claude" }, counts: true },
  { disposition: { is: "fixed" }, counts: false },
  { disposition: { is: "dismissed", reason: "Test data", by: "ada" }, counts: false },
  { disposition: { is: "deferred", link: "cs-ab12", by: "ada" }, counts: false },
  { disposition: { is: "stale" }, counts: false },
  { disposition: { is: "late" }, counts: false },
];

function finding(id: string, change: Partial<Finding> = {}): Finding {
  return {
    id,
    fingerprint: digestOf(id),
    severity: "warning",
    category: "style",
    message: "m",
    raisedBy: ["codex"],
    rounds: [1],
    disposition: { is: "open" },
    ...change,
  };
}

describe("isCounted", () => {
  it.each(DISPOSITIONS)("$disposition.is counts: $counts", ({ disposition, counts }) => {
    expect(isCounted({ disposition })).toBe(counts);
  });
});

describe("countFindings", () => {
  it("counts by severity what is open or disputed, and nothing else [R-014] [R-119]", () => {
    const findings = DISPOSITIONS.flatMap(({ disposition }, index) => [
      finding(`F-${index * 2 + 1}`, { disposition, severity: "critical" }),
      finding(`F-${index * 2 + 2}`, { disposition, severity: "info" }),
    ]);

    expect(countFindings(findings)).toEqual({ critical: 2, major: 0, warning: 0, info: 2 });
  });

  it("is all zero without findings", () => {
    expect(countFindings([])).toEqual({ critical: 0, major: 0, warning: 0, info: 0 });
  });
});

describe("aggregate", () => {
  it("reports what was raised in the round, also if it was raised before [R-243]", () => {
    const findings = [
      finding("F-1", { rounds: [1] }),
      finding("F-2", { rounds: [1, 2] }),
      finding("F-3", { rounds: [2] }),
      finding("F-4", { rounds: [2, 3] }),
    ];

    expect(aggregate(findings, 2).findings.map(({ id }) => id)).toEqual(["F-2", "F-3", "F-4"]);
    expect(aggregate(findings, 2).counts.warning).toBe(3);
  });

  it("sorts by severity, counted first, file, line and number [R-019] [R-118]", () => {
    const sorted = [
      finding("F-9", { severity: "critical", disposition: { is: "fixed" } }),
      finding("F-8", { severity: "major", file: "z.ts" }),
      finding("F-20", { file: "a.ts", line: 9 }),
      finding("F-3", { file: "a.ts", line: 10 }),
      finding("F-10", { file: "a.ts", line: 10 }),
      finding("F-2", { file: "b.ts" }),
      finding("F-7", { file: "b.ts", line: 1 }),
      finding("F-1", { disposition: { is: "late" } }),
      finding("F-4", { severity: "info" }),
      finding("F-5", { severity: "info", file: "a.ts" }),
    ];

    expect(aggregate(sorted.toReversed(), 1).findings).toEqual(sorted);
  });

  it("has a digest over findings and counts", () => {
    const report = aggregate([finding("F-1")], 1);

    expect(report.digest).toBe(
      digestOf({
        findings: report.findings,
        counts: { critical: 0, major: 0, warning: 1, info: 0 },
      }),
    );
    expect(aggregate([finding("F-1", { message: "other" })], 1).digest).not.toBe(report.digest);
  });

  it("is empty and all zero where nothing was raised", () => {
    const counts = { critical: 0, major: 0, warning: 0, info: 0 };

    expect(aggregate([finding("F-1")], 2)).toEqual({
      findings: [],
      counts,
      digest: digestOf({ findings: [], counts }),
    });
  });

  it("leaves its input as it was", () => {
    const findings = Object.freeze([finding("F-1"), finding("F-2", { severity: "critical" })]);

    aggregate(findings, 1);

    expect(findings.map(({ id }) => id)).toEqual(["F-1", "F-2"]);
  });
});
