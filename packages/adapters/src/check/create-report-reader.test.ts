import type { ReportFinding, ReportFormat } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { createReportReader } from "./create-report-reader.ts";
import { sample } from "./testing/sample.ts";

const reader = createReportReader();

function read(format: ReportFormat, text: string) {
  const report = reader.read(format, text, "/checkout");
  if (!report.ok) throw new Error(report.reason);
  return report;
}

const why = (format: ReportFormat, text: string): string | null => {
  const report = reader.read(format, text, "/checkout");
  return report.ok ? null : report.reason;
};

/** A finding in the form in which Biome prints one on a line. */
function printed({ severity, file = "", line, category, message }: ReportFinding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${severity === "critical" ? "×" : "!"} ${place}: ${category}: ${message}`;
}

/** What Biome printed, without columns and in lower case where we are. */
const BIOME = sample("biome.printed")
  .trim()
  .split("\n")
  .map((line) =>
    line
      .replace(/^(. [^:]*:\d+):\d+/, "$1")
      .replace(/: (lint\/\S+|format): /, (category) => category.toLowerCase()),
  );

describe("what Biome printed", () => {
  it.each(["sarif", "checkstyle"] as const)("is found in its %s report", (format) => {
    const { findings, refused, more } = read(format, sample(`biome.${format}`));

    expect(BIOME).toHaveLength(11);
    expect(findings.map(printed).toSorted()).toEqual(BIOME.toSorted());
    expect({ refused, more }).toEqual({ refused: [], more: 0 });
  });

  it.each(["rdjson", "rdjsonl"] as const)(
    "is found in its %s report, which names no file for three of them",
    (format) => {
      const { findings } = read(format, sample(`biome.${format}`));
      const expected = BIOME.map((line) => line.replace(/ \S+: format:/, " : format:"));

      expect(findings.map(printed).toSorted()).toEqual(expected.toSorted());
    },
  );

  it("is found in its JUnit report, which has neither severities nor the formatter", () => {
    const { findings } = read("junit", sample("biome.junit"));
    const places = findings.map(({ file, line }) => `${file}:${line}`);

    const expected = BIOME.filter((line) => !line.includes(": format:")).map((line) =>
      line.replace(/^. ([^:]*:\d+).*$/, "$1"),
    );
    expect(places.toSorted()).toEqual(expected.toSorted());
    expect(findings[0]).toEqual({
      severity: "major",
      category: "test",
      file: "src/order.js",
      line: 2,
      message: "org.biome.lint.correctness.noUnusedVariables: This variable seen is unused.",
    });
  });
});

describe("what ESLint printed", () => {
  const lines = sample("eslint.printed").trim().split("\n");
  const PRINTED = lines.map((line) => {
    const [, number, word, message, rule] =
      /^(\d+):\d+\s+(\w+)\s+(.*?)\s{2,}(\S+)$/.exec(line) ?? [];
    return `${word} ${number} ${rule} ${message}.`;
  });
  const word = ({ severity }: ReportFinding) => (severity === "critical" ? "error" : "warning");

  it.each(["json", "sarif", "checkstyle"] as const)("is found in its %s report", (name) => {
    const format = name === "json" ? "eslint" : name;
    const { findings } = read(format, sample(`eslint.${name}`));
    const told = findings.map((finding) => {
      const rule = finding.category.replace("eslint.rules.", "");
      return `${word(finding)} ${finding.line} ${rule} ${finding.message.replace(` (${rule})`, "")}`;
    });

    expect(told.toSorted()).toEqual(PRINTED.toSorted());
    expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(["src/order.js"]));
  });
});

it.each(["tsc", "tsc-pretty"])("what the compiler printed is found in %s", (name) => {
  expect(read("tsc", sample(name)).findings).toEqual([
    {
      severity: "critical",
      category: "ts6133",
      file: "src/price.ts",
      line: 3,
      message: "'unused' is declared but its value is never read.",
    },
    {
      severity: "critical",
      category: "ts2551",
      file: "src/price.ts",
      line: 7,
      message: "Property 'toFixd' does not exist on type 'number'. Did you mean 'toFixed'?",
    },
    {
      severity: "critical",
      category: "ts2322",
      file: "src/total.ts",
      line: 2,
      message: "Type 'string' is not assignable to type 'number'.",
    },
  ]);
});

it("failed tests of Vitest are found by name, with what was expected", () => {
  const { findings } = read("junit", sample("vitest.junit"));

  expect(findings.map(({ message }) => message)).toEqual([
    "adds prices: expected '012' to be 3 // Object.is equality",
    "has nothing to add: expected '0' to be +0 // Object.is equality",
    `keeps <special> & "quoted" names: it is not "ready" <yet> & 'so'`,
  ]);
  expect(findings[0]).toMatchObject({ category: "assertionerror", file: "test/total.test.ts" });
});

describe("a report without findings", () => {
  it.each([
    ["sarif", '{"version":"2.1.0","runs":[{"results":[]}]}'],
    ["rdjson", '{"diagnostics":[]}'],
    ["rdjsonl", "\n"],
    ["checkstyle", "<checkstyle/>"],
    ["eslint", '[{"filePath":"/checkout/a.js","messages":[],"errorCount":0}]'],
    ["tsc", ""],
  ] as const)("is read as %s", (format, text) => {
    expect(read(format, text)).toEqual({ ok: true, findings: [], refused: [], more: 0 });
  });

  it("is read as junit, which counts its tests", () => {
    const cases = "<testcase/><testcase><skipped/></testcase><testsuite><testcase/></testsuite>";
    const text = `<?xml version="1.0"?><testsuites tests="3"><testsuite>${cases}</testsuite></testsuites>`;

    const nothing = { ok: true, findings: [], refused: [], more: 0 };
    expect(read("junit", text)).toEqual({ ...nothing, tests: { passed: 2, failed: 0 } });
  });
});

describe("a report that is none", () => {
  it.each([
    ["sarif", "", /not JSON/],
    ["sarif", '{"version":"2.0.0","runs":[]}', /not SARIF 2\.1\.0/],
    ["sarif", '{"version":"2.1.0","runs":[]}', /no runs/],
    ["sarif", '{"version":"2.1.0","runs":[{}]}', /no results/],
    ["sarif", `${"[".repeat(100)}`, /deeper than 64/],
    ["rdjson", "[]", /no list of diagnostics/],
    ["rdjsonl", '{"message":"a"}\n{', /line 2: its JSON/],
    ["junit", "", /no element/],
    ["junit", "<checkstyle/>", /no JUnit report/],
    ["junit", '<testsuites failures="2"/>', /counts failures but shows none/],
    ["junit", "<testsuites>", /ends inside/],
    ["checkstyle", "<testsuites/>", /no Checkstyle report/],
    ["checkstyle", '<!DOCTYPE a [<!ENTITY b "c">]><checkstyle/>', /document type/],
    ["checkstyle", '<checkstyle a="&b;"/>', /unknown entity/],
    ["eslint", "{}", /no list of files/],
  ] as const)("in %s cannot be read: %s", (format, text, reason) => {
    expect(why(format, text)).toMatch(reason);
  });
});

describe("an entry that cannot be understood", () => {
  it.each([
    ["../../etc/passwd", "sarif"],
    ["file:///etc/passwd", "sarif"],
    ["https://example.com/a.ts", "sarif"],
    ["src/%2e%2e/%2e%2e/a.ts", "sarif"],
    ["/etc/passwd", "rdjson"],
    ["a/../../b", "rdjson"],
    ["a\\b", "rdjson"],
    ["a\nb", "rdjson"],
  ] as const)("is refused for its path %j", (path, format) => {
    const location = { physicalLocation: { artifactLocation: { uri: path } } };
    const message = { text: "wrong" };
    const text =
      format === "sarif"
        ? { version: "2.1.0", runs: [{ results: [{ message, locations: [location] }] }] }
        : { diagnostics: [{ message: "wrong", location: { path } }] };
    const { findings, refused } = read(format, JSON.stringify(text));

    expect(findings).toEqual([]);
    expect(refused).toEqual(["a finding is about a file outside of the repository"]);
  });

  it("is refused for its severity or its missing message", () => {
    const messages = [{ severity: 7, message: "a" }, { severity: 2, message: "" }, "what"];
    const { findings, refused } = read("eslint", JSON.stringify([{ filePath: "a", messages }]));

    expect(findings).toEqual([]);
    expect(refused).toHaveLength(3);
  });

  it("is refused when errors are counted and not shown", () => {
    const text = JSON.stringify([{ filePath: "a.js", messages: [], errorCount: 2 }, 7]);

    expect(read("eslint", text).refused).toEqual([
      "the file at 0 counts errors that it does not show",
      "the file at 1 has no messages",
    ]);
  });

  it("is refused when the tool says that it failed", () => {
    const run = { results: [], invocations: [{ executionSuccessful: false }] };

    expect(read("sarif", JSON.stringify({ version: "2.1.0", runs: [run] })).refused).toEqual([
      "the run at 0 did not succeed",
    ]);
  });
});

describe("SARIF", () => {
  const results = (...list: object[]) =>
    read(
      "sarif",
      JSON.stringify({
        version: "2.1.0",
        runs: [
          {
            tool: {
              driver: {
                rules: [
                  { id: "r", defaultConfiguration: { level: "error" } },
                  { id: "s", messageStrings: { m: { text: "kept" } } },
                ],
              },
            },
            results: list,
          },
        ],
      }),
    ).findings;

  it("takes the level from the result, then its rule, then warning", () => {
    const message = { text: "m" };
    const found = results(
      { message, level: "note", ruleId: "r" },
      { message, ruleIndex: 0 },
      { message },
    );

    expect(found.map(({ severity, category }) => `${severity} ${category}`)).toEqual([
      "critical r",
      "warning check",
      "info r",
    ]);
  });

  it("leaves out what passed and what was accepted, and keeps what was only asked for", () => {
    const message = { text: "m" };
    const found = results(
      { message, kind: "pass" },
      { message, suppressions: [{ kind: "inSource" }] },
      { message: { text: "review" }, suppressions: [{ status: "underReview" }] },
    );

    expect(found.map(({ message: text }) => text)).toEqual(["review"]);
  });

  it("finds the message that the rule keeps", () => {
    expect(results({ ruleId: "s", message: { id: "m" } })[0]?.message).toBe("kept");
  });
});

it("the worst findings are read where there are too many", () => {
  const diagnostics = Array.from({ length: 500 }, (_, line) => ({
    message: `m${line}`,
    severity: line === 499 ? "ERROR" : "INFO",
    location: { path: "a.ts", range: { start: { line } } },
  }));
  const { findings, more } = read("rdjson", JSON.stringify({ diagnostics }));

  expect(findings[0]).toMatchObject({ severity: "critical", message: "m499" });
  expect({ read: findings.length, more }).toEqual({ read: 190, more: 310 });
});

it("a message of the compiler goes on in indented lines", () => {
  const text =
    "a.ts(1,2): error TS1: one\n  two\n    three\nerror TS18003: No inputs.\nFound 2 errors.\n";

  expect(read("tsc", text).findings.map(({ message, file }) => [message, file])).toEqual([
    ["one\ntwo\nthree", "a.ts"],
    ["No inputs.", undefined],
  ]);
});
