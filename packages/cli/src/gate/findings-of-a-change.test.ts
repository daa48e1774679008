import { describe, expect, it } from "vitest";
import { type GateLab, openGateLab } from "./testing/gate-lab.ts";
import { KEY, OPEN_WORK } from "./testing/local-work.ts";

type Severity = "ERROR" | "WARNING" | "INFO";

const diagnostic = (severity: Severity, message: string, line: number) => ({
  message,
  severity,
  location: { path: "src/cart.ts", range: { start: { line } } },
  code: { value: "own/rule" },
});

/** A change that linters have something to say about, in reports of their own. */
function linted(
  checks: readonly string[],
  diagnostics: readonly object[],
  text = "a\nb\nc\n",
  config: object = {},
): GateLab {
  const report = JSON.stringify({ source: { name: "lint" }, diagnostics });
  const lab = openGateLab({
    preset: "fast",
    prepare: { run: null },
    checks: checks.map((id) => ({ id, run: "cat lint.json", format: "rdjson" })),
    ...config,
  });
  lab.write("lint.json", report);
  lab.commit("Keep the report of a linter");
  lab.git("switch", "--quiet", "-c", "work");
  lab.write("src/cart.ts", text);
  lab.commit();
  return lab;
}

describe("the gate", () => {
  it.each([
    [[diagnostic("ERROR", "one", 1), diagnostic("WARNING", "two", 2)], "fail", 10],
    [[diagnostic("WARNING", "two", 2)], "pass_with_warnings", 0],
    [[diagnostic("INFO", "three", 3)], "pass", 0],
    [[], "pass", 0],
  ])(
    "follows from the totals by severity, whatever rule found them: %j is %s [R-014] [R-130]",
    async (diagnostics, gate, code) => {
      expect(await linted(["lint"], diagnostics).gate()).toMatchObject({ gate, code });
    },
  );
});

describe("findings", () => {
  it("are shown up to gate.maxFindingsShown, and the others are counted", async () => {
    const warnings = [1, 2, 3].map((line) => diagnostic("WARNING", `${line}`, line));
    const lab = linted(["lint"], warnings, undefined, { gate: { maxFindingsShown: 1 } });

    expect((await lab.run("gate")).out).toContain("(2 more warning: --all)");
  });

  it("of a rule come with the rule's description", async () => {
    const rule = {
      id: "lo-todo-01",
      name: "TODO comments reference an issue",
      severity: "warning",
      reviewer: "leftovers",
      category: "leftovers",
      description: "Plans belong in the tracker",
      detection: "notes of open work",
      recommendation: "open an issue",
    };
    const lab = linted([], [], OPEN_WORK, { rules: [rule] });
    const { out } = await lab.run("gate", "--format", "sarif");

    expect(JSON.parse(out).runs[0].tool.driver.rules).toMatchObject([
      { id: "lo-todo-01", fullDescription: { text: "Plans belong in the tracker" } },
    ]);
  });

  it("have one shape and one scale whoever raised them, worst first [R-015] [R-116] [R-117]", async () => {
    const text = `const key = "${KEY}";\nb\nc\n`;
    const warnings = [diagnostic("INFO", "three", 3), diagnostic("WARNING", "two", 2)];
    const { findings } = await linted(["lint"], warnings, text).gate();

    expect(
      findings.map(({ severity, category, file, line, raisedBy }) => [
        severity,
        category,
        file,
        line,
        raisedBy,
      ]),
    ).toEqual([
      ["critical", "secrets", "src/cart.ts", 1, ["secrets"]],
      ["warning", "own/rule", "src/cart.ts", 2, ["lint"]],
      ["info", "own/rule", "src/cart.ts", 3, ["lint"]],
    ]);
    for (const { message } of findings) expect(message).not.toBe("");
  });

  it("of several reviewers are merged into one, sorted, and described by their rules [R-119]", async () => {
    const warnings = [diagnostic("WARNING", "unused", 2)];
    const { findings, counts, rules } = await linted(
      ["lint", "style"],
      warnings,
      "// TO".concat("DO\nb\n"),
    ).gate();

    expect(counts).toMatchObject({ warning: 2 });
    expect(findings.map(({ message, raisedBy }) => [message, raisedBy])).toContainEqual([
      "unused",
      ["lint", "style"],
    ]);
    expect(rules).toMatchObject([{ id: "lo-todo-01", severity: "warning" }]);
  });
});
