import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, it } from "vitest";
import { guard } from "../output/guard.ts";
import { createStyle } from "../output/style.ts";
import { times } from "../testing/times.ts";
import { formatCodeQuality } from "./format-code-quality.ts";
import { formatExplain } from "./format-explain.ts";
import { formatGithub } from "./format-github.ts";
import { formatJunit } from "./format-junit.ts";
import { formatMarkdown } from "./format-markdown.ts";
import { formatSarif } from "./format-sarif.ts";
import { formatText } from "./format-text.ts";
import type { GateReport } from "./gate-report.ts";
import { codeQualityProblems } from "./testing/code-quality-problems.ts";
import { sampleFinding, sampleReport, sampleReviewer } from "./testing/sample-report.ts";
import { sarifProblems } from "./testing/sarif-problems.ts";

const TIMES = times(2_000, 100);
const STYLE = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

/** What has made parsers, terminals and logs do things. */
const EVIL = [
  "\u001b[31mred\u001b]8;;http://evil\u0007",
  "]]>",
  "<![CDATA[",
  "</testcase><testcase name='x'/>",
  '" onload="x',
  "::error file=x::y",
  "\n::set-output name=a::b",
  "  ::add-mask::a",
  "##[add-matcher]x",
  "##vso[task.setvariable variable=x]y",
  "%0A::warning::x",
  "| a | b |",
  "`` ` ``",
  "\\",
  "[link](http://evil) @everyone <img src=x>",
  "&amp;&#0;&x;",
  "\u202e\u200b\ufeff\u2028",
  "\ud800",
  "\u0000\u0001\u001f\u007f\u0085",
  "\r\nX-Header: y",
  "../../etc/passwd",
  "%",
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...EVIL), fc.string({ unit: "binary", maxLength: 12 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""));

const report: fc.Arbitrary<GateReport> = fc
  .record({
    finding: fc.record({
      file: hostile,
      message: hostile,
      quote: hostile,
      recommendation: hostile,
      satisfiedWhen: fc.option(hostile, { nil: undefined }),
      category: hostile,
      ruleId: fc.option(hostile, { nil: undefined }),
      line: fc.option(fc.integer({ min: 1, max: 1e6 }), { nil: undefined }),
      severity: fc.constantFrom("critical", "major", "warning", "info"),
    }),
    name: hostile,
    reason: hostile,
    fact: hostile,
  })
  .map(({ finding, name, reason, fact }) => {
    const { ruleId = "rule", ...rest } = finding;
    const because = [{ entry: name, fact }];
    return sampleReport({
      findings: [sampleFinding({ ...rest, ruleId, raisedBy: [name] })],
      rules: [{ id: ruleId, name, severity: fact, description: reason }],
      reviewers: [
        sampleReviewer({ reviewer: name, because }),
        sampleReviewer({ reviewer: name, is: "no_result", reason, because }),
        sampleReviewer({ reviewer: name, is: "not_asked", kind: "agent", because }),
      ],
      people: [{ requirement: name, who: [name], because }],
      plan: {
        risk: 1,
        domains: [{ id: name, description: fact, paths: [fact], count: 1 }],
        policies: [{ id: name, description: fact }],
        type: name,
        mode: "batch",
        near: [{ reviewer: name, entry: name, needs: fact }],
        gaps: [{ concern: fact, reviewer: name }],
      },
      skipped: [{ path: fact, why: "too_large" }],
    });
  });

const CONTROLS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u2028\u2029]/u;
const LOG_ORDER = /##\w{0,20}\[/;

function every(check: (report: GateReport) => void): void {
  let seen = 0;
  fc.assert(
    fc.property(report, (one) => {
      check(one);
      seen += 1;
    }),
    { numRuns: TIMES },
  );
  expect(seen).toBe(TIMES);
}

/** Nothing that is printed moves a cursor, hides, or orders a log about; printing changes nothing more. */
function expectInert(text: string): void {
  expect(text).not.toMatch(CONTROLS);
  expect(text).not.toMatch(LOG_ORDER);
  expect(guard(text, STYLE)).toBe(text);
}

it("SARIF stays valid and keeps every text", () => {
  every((one) => {
    const text = formatSarif(one);
    expectInert(text);
    expect(sarifProblems(text)).toEqual([]);
    const [result] = JSON.parse(text).runs[0].results;
    const [finding] = one.findings;
    expect(result.message.text).toContain(finding?.message.toWellFormed());
    expect(text.split("\n").filter((line) => line.trimStart().startsWith("::"))).toEqual([]);
  });
});

it("Code Quality stays valid and keeps every message", () => {
  every((one) => {
    const text = formatCodeQuality(one);
    expectInert(text);
    expect(codeQualityProblems(text)).toEqual([]);
    const [finding] = one.findings;
    const said = JSON.parse(text).map(({ description }: { description: string }) => description);
    expect(said.join("\n")).toContain(finding?.message.toWellFormed());
  });
});

it("JUnit stays well-formed, with as many suites and cases as there are", () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    isArray: (name) => name === "testsuite" || name === "testcase",
  });
  every((one) => {
    const xml = formatJunit(one);
    expectInert(xml);
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = parser.parse(xml);
    const cases = testsuites.testsuite.flatMap(({ testcase }: { testcase: unknown[] }) => testcase);
    expect(testsuites.testsuite).toHaveLength(3);
    expect(cases).toHaveLength(3);
    const parts = ["errors", "failures", "name", "tests", "testsuite"];
    expect(Object.keys(testsuites).toSorted()).toEqual(parts.toSorted());
  });
});

it("GitHub gets exactly the commands that are ours", () => {
  every((one) => {
    const text = formatGithub(one);
    expectInert(text);
    const lines = text.split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^::(?:error|warning|notice) (?:[\w]+=[^:,]*,?)+::[^\n]*$/u);
    expect(lines[2]).toMatch(/^gate: needs_fixes/);
  });
});

it("Markdown has no link, HTML, mention or row that is not ours", () => {
  every((one) => {
    const text = formatMarkdown(one);
    expectInert(text);
    const rows = text.split("\n").filter((line) => line.startsWith("|"));
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row.split("|")).toHaveLength(6);
    const outside = text.replaceAll(/`[^`\n]*`/g, "");
    expect(outside).not.toMatch(/[`<>@[\]()\\]|https?:/);
  });
});

it("text has no line that begins with what somebody else wrote", () => {
  every((one) => {
    const texts = [formatText(one, STYLE, true), formatExplain(one, STYLE)];
    for (const text of texts) {
      expectInert(text);
      for (const line of text.split("\n")) expect(line.trimStart()).not.toMatch(/^::/);
    }
  });
});
