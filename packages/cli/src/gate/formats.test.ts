import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { createStyle } from "../output/style.ts";
import { formatCodeQuality } from "./format-code-quality.ts";
import { formatExplain } from "./format-explain.ts";
import { formatGithub } from "./format-github.ts";
import { formatJunit } from "./format-junit.ts";
import { formatMarkdown } from "./format-markdown.ts";
import { formatSarif } from "./format-sarif.ts";
import { formatText } from "./format-text.ts";
import { codeQualityProblems } from "./testing/code-quality-problems.ts";
import { junitProblems } from "./testing/junit-problems.ts";
import { sampleFinding, sampleReport, sampleReviewer } from "./testing/sample-report.ts";
import { sarifProblems } from "./testing/sarif-problems.ts";

const STYLE = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

const SILENT = sampleReviewer({
  reviewer: "test",
  requirement: "check:test",
  is: "no_result",
  findings: 0,
  reason: "It took longer than 15m",
});
const AGENT = sampleReviewer({
  reviewer: "security-reviewer",
  requirement: "agent:security-reviewer",
  kind: "agent",
  is: "not_asked",
  because: [{ entry: "policies.auth", fact: "domain auth" }],
});
const WARNING = sampleFinding({ id: "F-2", severity: "warning", ruleId: "lo-todo-01" });
const RULE = {
  id: "lo-todo-01",
  name: "TODO comments reference an issue",
  severity: "warning",
  description: "work that is noted only in the code is missing from planning",
};
const FULL = sampleReport({
  gate: "pending",
  findings: [sampleFinding(), WARNING, sampleFinding({ id: "F-3", severity: "info" })],
  rules: [RULE],
  reviewers: [sampleReviewer(), SILENT, AGENT],
});

describe("a report whose checks ran without a sandbox", () => {
  const open = sampleReport({ unsandboxed: true });
  const SAID = "ran without a sandbox, because of --unsandboxed";

  it.each([
    ["text", formatText(open, STYLE, false), formatText(FULL, STYLE, false)],
    ["SARIF", formatSarif(open), formatSarif(FULL)],
    ["JUnit", formatJunit(open), formatJunit(FULL)],
    ["GitHub", formatGithub(open), formatGithub(FULL)],
    ["Markdown", formatMarkdown(open), formatMarkdown(FULL)],
    ["Code Quality", formatCodeQuality(open), formatCodeQuality(FULL)],
  ])("says so as %s, and only then", (_, said, other) => {
    expect(said).toContain(SAID);
    expect(other).not.toContain(SAID);
  });

  it("stays valid by the schemas", () => {
    expect(sarifProblems(formatSarif(open))).toEqual([]);
    expect(junitProblems(formatJunit(open)) ?? []).toEqual([]);
    expect(codeQualityProblems(formatCodeQuality(open))).toEqual([]);
  });
});

describe("Code Quality", () => {
  const other = "f".repeat(64);
  const report = sampleReport({
    findings: [
      sampleFinding(),
      sampleFinding({ severity: "warning", file: undefined, line: undefined, fingerprint: other }),
    ],
    reviewers: [SILENT],
  });
  const issues = JSON.parse(formatCodeQuality(report));

  it("places each finding at its line, with GitLab's severities", () => {
    expect(issues).toContainEqual({
      description: "read then write lets two requests pass",
      check_name: "countersign/limit",
      fingerprint: sampleFinding().fingerprint,
      severity: "major",
      location: { path: "src/limit/limiter.ts", lines: { begin: 44 } },
    });
  });

  it("places what belongs to no file at the configuration, and a missing result too", () => {
    const location = { path: "countersign.json", lines: { begin: 1 } };
    expect(issues).toContainEqual(
      expect.objectContaining({ severity: "minor", fingerprint: other, location }),
    );
    expect(issues[0]).toMatchObject({
      ...{ description: "No result from test: It took longer than 15m", severity: "major" },
      location,
    });
    expect(codeQualityProblems(formatCodeQuality(report))).toEqual([]);
  });
});

describe("text", () => {
  it("shows as many findings as gate.maxFindingsShown says, and counts the others", () => {
    const findings = ["F-1", "F-2", "F-3"].map((id) => sampleFinding({ id }));
    const shown = (maxFindingsShown: number, all = false) =>
      formatText(sampleReport({ findings, maxFindingsShown }), STYLE, all);

    expect(shown(1)).toContain("(2 more major: --all)");
    expect(shown(1)).not.toContain("F-2");
    expect(shown(20)).toContain("F-3");
    expect(shown(1, true)).toContain("F-3");
  });

  it("says the word, each finding with what settles it, and who else there is", () => {
    expect(formatText(FULL, STYLE, false)).toBe(
      `gate: pending    critical 0  major 1  warning 0    4 files +278 -3
  major    src/limit/limiter.ts:44  read then write lets two requests pass  F-1
           > const n = await store.get(key);
           satisfied when: two parallel calls at the limit give 200 and 429
  warning  src/limit/limiter.ts:44  read then write lets two requests pass  F-2
           > const n = await store.get(key);
           satisfied when: two parallel calls at the limit give 200 and 429
  (1 more info: --all)
no result  test: It took longer than 15m
not asked  security-reviewer (agents)
to merge   also owner (ana)
policy     countersign.json of aaaaaaaaaaaa`,
    );
  });

  it("says that the defaults count where there is no configuration", () => {
    const policy = { commit: "a".repeat(40), file: null, digest: "d".repeat(64) };
    const text = formatText(sampleReport({ policy, findings: [], files: 0 }), STYLE, false);
    expect(text).toContain("nothing changed");
    expect(text).toContain("built-in defaults (no countersign.jsonc at aaaaaaaaaaaa)");
  });

  it("explains who was asked because of what, and who nearly was", () => {
    const plan = {
      ...FULL.plan,
      domains: [
        {
          id: "auth",
          description: "Authentication and access control",
          paths: ["src/login.ts"],
          count: 3,
        },
      ],
      policies: [{ id: "auth", description: "Access is looked at" }],
      near: [{ reviewer: "finance-sme", entry: "policies.money", needs: "domain money" }],
      gaps: [{ reviewer: "build-reviewer", concern: "nobody reads the migration" }],
    };
    expect(formatExplain({ ...FULL, plan }, STYLE)).toBe(
      `risk 3 of 10, type code, mode batch

Domains, and the paths that are theirs
  auth  src/login.ts and 2 more  Authentication and access control

Required reviewers, with the reason
  build-check        answered   policies.universal: every change
  test               no result  policies.universal: every change
  security-reviewer  not asked  policies.auth: domain auth
  layer:owner        a person

The policies that ask, and why they are there
  auth  Access is looked at

Not asked, and what would have asked them
  finance-sme  policies.money  domain money

Missed by the policies, so asked besides
  build-reviewer  nobody reads the migration`,
    );
  });
});

describe("SARIF", () => {
  it("is valid by the official schema", () => {
    expect(sarifProblems(formatSarif(FULL))).toEqual([]);
    expect(sarifProblems(formatSarif(sampleReport({ findings: [], reviewers: [] })))).toEqual([]);
  });

  it("is refused by that schema where it is wrong, so that the test means something", () => {
    const wrong = formatSarif(FULL).replace('"startLine": 44', '"startLine": 0');
    expect(sarifProblems(wrong)).not.toEqual([]);
    expect(sarifProblems('{"version":"2.1.0","runs":[{}]}')).not.toEqual([]);
  });

  it("has rules, levels, relative places and our fingerprints", () => {
    const [run] = JSON.parse(formatSarif(FULL)).runs;
    expect(run.tool.driver.rules).toEqual([
      { id: "limit" },
      {
        id: "lo-todo-01",
        shortDescription: { text: RULE.name },
        fullDescription: { text: RULE.description },
        defaultConfiguration: { level: "warning" },
      },
    ]);
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual([
      "error",
      "warning",
      "note",
    ]);
    expect(run.results[1]).toMatchObject({
      ruleId: "lo-todo-01",
      ruleIndex: 1,
      partialFingerprints: { "countersign/v1": WARNING.fingerprint },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "src/limit/limiter.ts", uriBaseId: "%SRCROOT%" },
            region: { startLine: 44 },
          },
        },
      ],
    });
    expect(run.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: "test: It took longer than 15m" } }],
    });
  });

  it("cannot take a path for an address", () => {
    const file = "http://evil.example/a b#c?d%.ts";
    const report = sampleReport({ findings: [sampleFinding({ file })] });
    const [run] = JSON.parse(formatSarif(report)).runs;
    const { uri } = run.results[0].locations[0].physicalLocation.artifactLocation;
    expect(uri).toBe("http%3A//evil.example/a%20b%23c%3Fd%25.ts");
    expect(decodeURIComponent(uri)).toBe(file);
    expect(sarifProblems(formatSarif(report))).toEqual([]);
  });
});

describe("JUnit", () => {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" });

  it("has a suite for each reviewer, a failure for what closes the gate, an error for no result", () => {
    const xml = formatJunit(FULL);
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = parser.parse(xml);
    expect(testsuites).toMatchObject({ tests: "5", failures: "1", errors: "1" });
    const [found, silent, agent] = testsuites.testsuite;
    expect(found).toMatchObject({ name: "build-check", tests: "3", failures: "1", time: "1.250" });
    expect(found.testcase[0].failure).toMatchObject({ type: "major" });
    expect(found.testcase[1]["system-out"]).toContain("read then write");
    expect(silent.testcase.error).toMatchObject({ message: "It took longer than 15m" });
    expect(agent).toMatchObject({ name: "security-reviewer", skipped: "1" });
  });

  it("is valid by the schema that Jenkins reads by, where xmllint can say so", () => {
    const nothing = sampleReport({ findings: [], reviewers: [] });
    for (const report of [FULL, nothing])
      expect(junitProblems(formatJunit(report)) ?? []).toEqual([]);
    expect(junitProblems("<testsuites><testcase/></testsuites>")).not.toEqual([]);
  });
});

describe("GitHub", () => {
  it("is one annotation for each finding, escaped as the runner reads it", () => {
    const message = "100% wrong:\nfirst, second";
    const file = "a,b:c.ts";
    const report = sampleReport({ findings: [sampleFinding({ message, file })] });
    expect(formatGithub(report)).toBe(
      "::error file=a%2Cb%3Ac.ts,line=44,title=F-1 major by build-check::100%25 wrong:%0Afirst, second\n" +
        "gate: needs_fixes    critical 0  major 1  warning 0",
    );
  });

  it("shows ten of a kind, the worst first, and says how many are left", () => {
    const majors = Array.from({ length: 12 }, (_, n) => sampleFinding({ id: `F-${n + 2}` }));
    const findings = [sampleFinding({ severity: "critical" }), ...majors, WARNING];
    const lines = formatGithub(sampleReport({ findings })).split("\n");
    expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(10);
    expect(lines[0]).toContain("F-1 critical");
    expect(lines.filter((line) => line.startsWith("::warning"))).toHaveLength(1);
    expect(lines).toContain("3 more findings: countersign gate --format json");
  });
});

describe("Markdown", () => {
  it("is a table, and who was silent or not asked", () => {
    expect(formatMarkdown(FULL)).toBe(`### countersign: pending

critical 0 · major 1 · warning 0 · info 0 in 4 files, +278 -3

| | where | what | by |
|---|---|---|---|
| major | \`src/limit/limiter.ts:44\` | \`read then write lets two requests pass\` | \`build-check\` |
| warning | \`src/limit/limiter.ts:44\` | \`read then write lets two requests pass\` | \`build-check\` |
| info | \`src/limit/limiter.ts:44\` | \`read then write lets two requests pass\` | \`build-check\` |

- no result from \`test\`: \`It took longer than 15m\`
- not asked here: \`security-reviewer\`
- before a merge, also: \`layer:owner\``);
  });
});
