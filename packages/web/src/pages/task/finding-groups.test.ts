import type { Finding } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { findingPlace, groupFindings, raisedByText } from "./finding-groups.ts";

function finding(id: string, more: Partial<Finding>): Finding {
  return {
    id,
    fingerprint: "0".repeat(64),
    severity: "warning",
    category: "bug",
    message: `Problem ${id}`,
    raisedBy: ["lint"],
    rounds: [1],
    disposition: { is: "open" },
    ...more,
  } as Finding;
}

describe("the list of findings", () => {
  it("shows each finding once, the worst first, and those without a place before the others", () => {
    const groups = groupFindings([
      finding("F-1", { severity: "info" }),
      finding("F-2", { file: "b.js", line: 2 }),
      finding("F-3", { file: "a.js", line: 9 }),
      finding("F-4", { file: "a.js", line: 3 }),
      finding("F-5", {}),
      finding("F-6", { severity: "critical", file: "z.js" }),
      finding("F-7", { severity: "critical", disposition: { is: "late" } }),
      finding("F-8", { severity: "major", disposition: { is: "fixed" } }),
      finding("F-9", { disposition: { is: "disputed", note: "It is meant so.", by: "claude" } }),
    ]);
    expect(
      groups.map(({ name, findings, isFolded }) => [name, findings.map(({ id }) => id), isFolded]),
    ).toEqual([
      ["critical", ["F-6"], false],
      ["warning", ["F-5", "F-4", "F-3", "F-2"], false],
      ["disputed", ["F-9"], false],
      ["info", ["F-1"], true],
      ["late", ["F-7"], true],
      ["settled", ["F-8"], true],
    ]);
  });

  it("names the place and the reviewers", () => {
    expect(findingPlace(finding("F-1", {}))).toBe("no place");
    expect(findingPlace(finding("F-1", { file: "a.js" }))).toBe("a.js");
    expect(findingPlace(finding("F-1", { file: "a.js", line: 3 }))).toBe("a.js:3");
    expect(raisedByText(finding("F-1", {}))).toBe("lint");
    expect(raisedByText(finding("F-1", { raisedBy: ["lint", "build-reviewer"] }))).toBe(
      "lint, also: build-reviewer",
    );
  });
});
