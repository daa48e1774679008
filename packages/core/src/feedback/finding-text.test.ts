import { describe, expect, it } from "vitest";
import type { Finding } from "../verdict/schema.ts";
import { compareFindings, findingLine, findingRef, findingText } from "./finding-text.ts";

function finding(fields: Partial<Finding> = {}): Finding {
  return {
    id: "F-1",
    fingerprint: "0".repeat(64),
    severity: "major",
    category: "limit/atomic",
    message: "two requests pass.",
    raisedBy: ["codex"],
    rounds: [1],
    disposition: { is: "open" },
    ...fields,
  };
}

describe("findingText", () => {
  it("says where, quotes the code, names the problem and when it is done", () => {
    const text = findingText(
      finding({
        file: "src/a.ts",
        line: 4,
        quote: "const n = 1;\nuse(n);",
        satisfiedWhen: "one passes.",
        recommendation: "use a lock",
      }),
    );

    expect(text).toBe(
      "F-1 · major · src/a.ts:4 · limit/atomic\n    const n = 1;\n    use(n);\n  Problem: two requests pass.\n  Done when: one passes.",
    );
  });

  it("leaves out what the finding does not say", () => {
    expect(findingText(finding({ quote: " \n", satisfiedWhen: " ", recommendation: "" }))).toBe(
      "F-1 · major · limit/atomic\n  Problem: two requests pass.",
    );
  });

  it("gives the recommendation where nothing says when it is done", () => {
    expect(findingText(finding({ recommendation: "use a lock" }))).toBe(
      "F-1 · major · limit/atomic\n  Problem: two requests pass.\n  Suggestion: use a lock",
    );
  });

  it("reminds the author of its dispute", () => {
    const disputed = finding({
      disposition: { is: "disputed", note: "no", by: "claude-1" },
    });

    expect(findingText(disputed)).toBe(
      "F-1 · major · limit/atomic · disputed\n  Problem: two requests pass.",
    );
  });

  it("bounds every foreign part [H11]", () => {
    const long = "x".repeat(4_000);
    const text = findingText(
      finding({
        file: long,
        line: 4,
        category: long,
        quote: long,
        message: long,
        satisfiedWhen: long,
      }),
    );

    expect(text.split("\n").map((line) => line.length)).toEqual([319, 371, 28, 611, 413]);
  });
});

describe("findingLine", () => {
  it.each([
    { fields: { file: "a.ts" }, line: "F-1 · major · a.ts · limit/atomic" },
    {
      fields: { file: "a.ts", line: 4, endLine: 4 },
      line: "F-1 · major · a.ts:4 · limit/atomic",
    },
    {
      fields: { file: "a.ts", line: 4, endLine: 9 },
      line: "F-1 · major · a.ts:4-9 · limit/atomic",
    },
    {
      fields: { file: "a.ts", line: 4, endLine: 2 },
      line: "F-1 · major · a.ts:4 · limit/atomic",
    },
    { fields: { line: 4 }, line: "F-1 · major · limit/atomic" },
    { fields: { ruleId: "br-1", category: "x" }, line: "F-1 · major · br-1" },
    { fields: { severity: "info" }, line: "F-1 · info · limit/atomic" },
  ] as const)("writes $line", ({ fields, line }) => {
    expect(findingLine(finding(fields))).toBe(line);
  });

  it("lets no path pretend to be another part of the line", () => {
    expect(findingLine(finding({ file: "a.ts · critical\n## b" }))).toBe(
      "F-1 · major · a.ts \\u00b7 critical ## b · limit/atomic",
    );
  });
});

describe("findingRef", () => {
  it.each([
    { place: { file: "src/net/retry.ts", line: 30 }, ref: "F-1 (retry.ts:30)" },
    { place: { file: "retry.ts" }, ref: "F-1 (retry.ts)" },
    { place: {}, ref: "F-1" },
  ])("writes $ref", ({ place, ref }) => {
    expect(findingRef({ id: "F-1", ...place })).toBe(ref);
  });
});

describe("compareFindings", () => {
  it("orders the most severe first, then by number", () => {
    const findings = [
      finding({ id: "F-10", severity: "major" }),
      finding({ id: "F-3", severity: "info" }),
      finding({ id: "F-9", severity: "major" }),
      finding({ id: "F-11", severity: "critical" }),
    ];

    expect(findings.sort(compareFindings).map(({ id }) => id)).toEqual([
      "F-11",
      "F-9",
      "F-10",
      "F-3",
    ]);
  });
});
