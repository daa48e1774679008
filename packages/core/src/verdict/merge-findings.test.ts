import { describe, expect, it } from "vitest";
import { barePolicy, rule, UNIVERSAL } from "../testing/plan-of.ts";
import { fingerprint } from "./fingerprint.ts";
import { type IncomingFinding, mergeFindings } from "./merge-findings.ts";
import { Finding, type RawFinding } from "./schema.ts";

const typeSafety = {
  id: "br-type-safety-01",
  name: "No any types",
  severity: "major",
  reviewer: "build-reviewer",
  category: "type-safety",
  description: "any types hide bugs",
  detection: "Explicit any",
  recommendation: "Write the type",
};
const bigJs = {
  ...typeSafety,
  id: "fin-bigjs-01",
  severity: "critical",
  reviewer: "finance-sme",
  category: "financial-arithmetic",
};

function reviewer(id: string, change: object = {}): object {
  return { id, name: id, kind: "agent", adapter: "codex", description: "Reviews", ...change };
}

const policy = barePolicy({
  rules: [typeSafety, bigJs],
  policies: [
    UNIVERSAL,
    rule("rules", "always", { reviewer: "build-reviewer" }, { reviewer: "finance-sme" }),
  ],
  reviewers: [
    reviewer("codex"),
    reviewer("build-reviewer"),
    reviewer("finance-sme"),
    reviewer("intern", { maxSeverity: "warning" }),
    reviewer("design-auditor", { elevate: {} }),
  ],
});
const context = { ledger: [], round: 1, by: "codex", policy, nowMs: 1_000, nextNumber: 1 };

const raw: RawFinding = {
  severity: "major",
  category: "security",
  file: "src/a.ts",
  line: 4,
  quote: "md5(x)",
  message: "Weak hash",
};

function changed(...findings: Partial<RawFinding>[]): IncomingFinding[] {
  return findings.map((change) => ({ raw: { ...raw, ...change }, onUnchangedLines: false }));
}

function finding(change: Partial<Finding> = {}): Finding {
  const merged = mergeFindings({ ...context, incoming: changed({}), nextNumber: 7 });
  return Finding.parse({ ...merged.changed[0], ...change });
}

describe("mergeFindings, a new finding", () => {
  it("gets an id, a fingerprint, its reviewer, its round, and is open [R-015] [R-119]", () => {
    const result = mergeFindings({ ...context, incoming: changed({}), nextNumber: 31 });

    expect(result).toEqual({
      changed: [
        {
          ...raw,
          id: "F-31",
          fingerprint: fingerprint(raw),
          raisedBy: ["codex"],
          rounds: [1],
          disposition: { is: "open" },
        },
      ],
      accepted: ["F-31"],
      merged: [],
      late: [],
      refused: [],
      notes: [],
    });
    expect(result.changed.map((item) => Finding.parse(item))).toEqual(result.changed);
  });

  it("is numbered in the order of the answer", () => {
    const incoming = changed({ quote: "a" }, { quote: "b" }, { quote: "a " }, { quote: "c" });

    expect(mergeFindings({ ...context, incoming, nextNumber: 5 }).accepted).toEqual([
      "F-5",
      "F-6",
      "F-7",
    ]);
  });

  it.each([
    { said: "info", ruleId: "br-type-safety-01", counts: "major", category: "type-safety" },
    { said: "critical", ruleId: "br-type-safety-01", counts: "critical", category: "type-safety" },
    { said: "info", ruleId: "fin-bigjs-01", counts: "critical", category: "financial-arithmetic" },
  ] as const)(
    "of rule $ruleId said to be $said is $counts and has the rule's category [R-119]",
    ({ said, ruleId, counts, category }) => {
      const incoming = changed({ severity: said, ruleId });

      expect(mergeFindings({ ...context, incoming }).changed).toMatchObject([
        { severity: counts, category, ruleId },
      ]);
    },
  );

  it("of a rule nobody wrote has no rule, and a note says so", () => {
    const incoming = changed({}, { quote: "b", ruleId: "made-up" });
    const result = mergeFindings({ ...context, by: "intern", incoming });

    expect(result.changed[1]).not.toHaveProperty("ruleId");
    expect(result.changed[1]).toMatchObject({ severity: "warning", category: "security" });
    expect(result.notes).toEqual(["findings[1]: there is no rule made-up"]);
  });

  it.each([
    { by: "intern", counts: "warning" },
    { by: "codex", counts: "critical" },
    { by: "ada", counts: "critical" },
  ])("said to be critical by $by is $counts", ({ by, counts }) => {
    const incoming = changed({ severity: "critical" });

    expect(mergeFindings({ ...context, by, incoming }).changed).toMatchObject([
      { severity: counts },
    ]);
  });

  it("of an audit is raised to critical when three dimensions failed", () => {
    const dimensions = ["contrast", "motion", "spacing"].map((category) => ({ category }));
    const incoming = changed(...dimensions);

    const severities = (by: string) =>
      mergeFindings({ ...context, by, incoming }).changed.map(({ severity }) => severity);

    expect(severities("design-auditor")).toEqual(["critical", "major", "major"]);
    expect(severities("codex")).toEqual(["major", "major", "major"]);
  });

  it("beyond the 200th is refused with its place in the answer", () => {
    const quotes = Array.from({ length: 202 }, (_, index) => ({ quote: `line ${index}` }));
    const result = mergeFindings({ ...context, incoming: changed(...quotes) });

    expect(result.accepted.length).toBe(200);
    expect(result.refused).toEqual([
      { index: 200, reason: "an answer may have 200 findings" },
      { index: 201, reason: "an answer may have 200 findings" },
    ]);
  });

  it("is refused when the task has used up its numbers", () => {
    const incoming = changed({ quote: "a" }, { quote: "b" }, { quote: "a" });
    const result = mergeFindings({ ...context, incoming, nextNumber: 999_999 });

    expect(result.accepted).toEqual(["F-999999"]);
    expect(result.refused).toEqual([{ index: 1, reason: "a task may have 999999 findings" }]);
  });
});

describe("mergeFindings, a finding that is known", () => {
  it("gains the other reviewer, sorted, and keeps its words [R-119] [D15]", () => {
    const ledger = [finding({ raisedBy: ["gemini"] })];
    const incoming = changed({ message: "Use Argon2", quote: " md5( x )" });

    expect(mergeFindings({ ...context, ledger, incoming })).toEqual({
      changed: [{ ...ledger[0], raisedBy: ["codex", "gemini"] }],
      accepted: [],
      merged: ["F-7"],
      late: [],
      refused: [],
      notes: [],
    });
  });

  it.each([
    { was: "info", said: "major", counts: "major" },
    { was: "critical", said: "info", counts: "critical" },
  ] as const)("that was $was and is said to be $said is $counts", ({ was, said, counts }) => {
    const ledger = [finding({ severity: was, raisedBy: ["gemini"] })];
    const incoming = changed({ severity: said });

    expect(mergeFindings({ ...context, ledger, incoming }).changed).toMatchObject([
      { severity: counts },
    ]);
  });

  it("gains the round, in order, and stands where the new round finds it", () => {
    const ledger = [finding({ rounds: [1, 2], endLine: 6 })];
    const incoming = changed({ line: 40 });

    const [item] = mergeFindings({ ...context, ledger, incoming, round: 3 }).changed;

    expect(item).toMatchObject({ rounds: [1, 2, 3], line: 40 });
    expect(item).not.toHaveProperty("endLine");
  });

  it("takes the new round's last line, and keeps its place where the round names none", () => {
    const ledger = [finding({ endLine: 6 })];
    const again = (change: Partial<RawFinding>) =>
      mergeFindings({ ...context, ledger, incoming: changed(change), round: 2 }).changed[0];

    expect(again({ line: 8, endLine: 9 })).toMatchObject({ line: 8, endLine: 9 });
    expect(again({ line: undefined })).toMatchObject({ line: 4, endLine: 6 });
  });

  it("keeps its place against the same or an older round", () => {
    const ledger = [finding({ rounds: [2], raisedBy: ["gemini"] })];
    const place = (round: number) =>
      mergeFindings({ ...context, ledger, incoming: changed({ line: 40 }), round }).changed;

    expect(place(2)).toMatchObject([{ line: 4, rounds: [2] }]);
    expect(place(1)).toMatchObject([{ line: 4, rounds: [1, 2] }]);
  });

  it("is not listed as changed when nothing about it is new", () => {
    const ledger = [finding()];
    const result = mergeFindings({ ...context, ledger, incoming: changed({}) });

    expect(result.changed).toEqual([]);
    expect(result.merged).toEqual(["F-7"]);
  });

  it("said twice in one answer is one, and as severe as the worse says", () => {
    const incoming = changed({ severity: "info" }, { severity: "critical" });
    const result = mergeFindings({ ...context, incoming });

    expect(result.accepted).toEqual(["F-1"]);
    expect(result.merged).toEqual([]);
    expect(result.changed).toMatchObject([
      { id: "F-1", severity: "critical", raisedBy: ["codex"] },
    ]);
  });

  it("leaves the ledger as it was", () => {
    const ledger = [finding({ raisedBy: ["gemini"], disposition: { is: "fixed" } })];
    const copy = JSON.stringify(ledger);

    mergeFindings({ ...context, ledger, incoming: changed({ severity: "critical" }), round: 2 });

    expect(JSON.stringify(ledger)).toBe(copy);
  });
});
