import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loadOutputSchemas } from "../command-table/schema-bundle.ts";
import { tell } from "../testing/in-process.ts";
import { codeQualityProblems } from "./testing/code-quality-problems.ts";
import type { GateLab } from "./testing/gate-lab.ts";
import { FAST, KEY, OPEN_WORK, openWork, skipTest } from "./testing/local-work.ts";
import { sarifProblems } from "./testing/sarif-problems.ts";

const OUTPUTS = await loadOutputSchemas();

let lab: GateLab;
const onBranch = (config?: object): GateLab => {
  lab = openWork(config);
  return lab;
};
afterEach(() => {
  expect(lab.leftBehind(), "a run leaves nothing behind").toEqual([]);
});

describe("the exit code", () => {
  it("is 0 for work in which nothing was found [R-130]", async () => {
    onBranch();
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    expect(await lab.gate()).toMatchObject({ code: 0, gate: "pass", files: 1, findings: [] });
  });

  it("is 0 for warnings, and 12 with --fail-on warning [R-130]", async () => {
    onBranch();
    lab.write("b.js", OPEN_WORK);
    lab.commit();
    expect(await lab.gate()).toMatchObject({ code: 0, gate: "pass_with_warnings" });
    expect((await lab.gate("--fail-on", "warning")).code).toBe(12);
  });

  it("is 11 for a skipped test, and 0 with --fail-on critical [R-130]", async () => {
    onBranch();
    skipTest(lab);
    lab.commit();
    const report = await lab.gate();
    expect(report).toMatchObject({ code: 11, gate: "needs_fixes" });
    expect(report.findings).toMatchObject([{ ruleId: "wt-skip-01", file: "a.test.js" }]);
    expect((await lab.gate("--fail-on", "critical")).code).toBe(0);
  });

  it("is 10 for a secret, which no output repeats [R-130]", async () => {
    onBranch();
    lab.write("b.js", `export const key = "${KEY}";\n`);
    lab.commit();
    expect(await lab.gate()).toMatchObject({ code: 10, gate: "fail", counts: { critical: 1 } });
    for (const format of ["text", "sarif", "junit", "github", "markdown"]) {
      const { code, out } = await lab.run("gate", "--format", format, "--explain", "--all");
      expect(code).toBe(10);
      expect(out).not.toContain(KEY);
    }
  });

  it("is 11 for a check of the project that fails, with what it said", async () => {
    onBranch({ ...FAST, checks: [{ id: "unit", run: "echo two tests broke; exit 1" }] });
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    const report = await lab.gate();
    expect(report).toMatchObject({ code: 11, gate: "needs_fixes" });
    expect(JSON.stringify(report.findings)).toContain("two tests broke");
  });

  it("is 8 while a program has no result, whatever the others say", async () => {
    onBranch({ ...FAST, checks: [{ id: "slow", run: "sleep 60", timeout: "1s" }] });
    lab.write("b.js", `export const key = "${KEY}";\n`);
    lab.commit();
    const report = await lab.gate();
    expect(report).toMatchObject({ code: 8, gate: "pending", counts: { critical: 1 } });
    const silent = report.reviewers.find(({ reviewer }) => reviewer === "slow");
    expect(silent).toMatchObject({ is: "no_result", kind: "check" });
  });

  it("is 3 when the time is over, and the check is gone with its directory", async () => {
    onBranch({ ...FAST, checks: [{ id: "slow", run: "sleep 600" }] });
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    const { code, err } = await lab.run("gate", "--timeout", "2s");
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining("after 2s") });
    expect(lab.leftBehind()).toEqual([]);
  });

  it("is 8 when nobody waits any longer, with what is there by then", async () => {
    onBranch({
      ...FAST,
      checks: [
        { id: "slow", run: "sleep 600" },
        { id: "quick", run: "echo broke; exit 1" },
      ],
    });
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    const report = await lab.gate("--wait", "15s");
    expect(report).toMatchObject({ code: 8, gate: "pending" });
    expect(JSON.stringify(report.findings)).toContain("broke");
    expect(report.reviewers).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ reviewer: "quick", is: "answered" }),
        expect.objectContaining({ reviewer: "slow", is: "no_result" }),
      ]),
    );
    expect(lab.leftBehind()).toEqual([]);
  });

  it("is about whoever was asked with --reviewer", async () => {
    const checks = ["one", "two"].map((id) => ({ id, run: `echo ${id} broke; exit 1` }));
    onBranch({ ...FAST, checks });
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    const { code, out } = await lab.run("review", "run", "--reviewer", "two");
    expect({ code, out }).toMatchObject({ code: 11, out: expect.stringContaining("two broke") });
    expect(out).not.toContain("one broke");
    expect(await lab.run("review", "run", "--reviewer", "three")).toMatchObject({
      code: 2,
      err: expect.stringContaining("The policy does not ask three about this change"),
    });
  });

  it.each([
    [["--base", "nobody"], "There is no commit nobody"],
    [["--base", "--exec=x"], "That is not the name of a commit"],
    [["--staged", "--worktree"], "--staged and --worktree cannot be used together"],
    [["--worktree", "--head", "main"], "--worktree and --head cannot be used together"],
    [["--format", "xml"], "--format: must be text, json"],
    [["--fail-on", "info"], "--fail-on: must be critical, major or warning"],
    [["--wait", "soon"], "--wait: must be a duration such as 10m"],
  ])("is 2 for %j", async (args, message) => {
    onBranch();
    const { code, err } = await lab.run("gate", ...args);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  it("is 2 outside of a repository, with what to do", async () => {
    onBranch();
    const { folder: directory, env } = lab;
    const { code, err } = await tell(["gate"], { directory, env, program: "countersign" });
    expect(code).toBe(2);
    expect(err).toContain("is not in a git repository");
    expect(err).toContain("--repo");
  });
});

describe("the report", () => {
  it("is what its schema says", async () => {
    onBranch();
    skipTest(lab);
    lab.commit();
    for (const args of [["gate"], ["review", "run"]]) {
      const { out } = await lab.run(...args, "--json");
      const { schema, data } = JSON.parse(out);
      expect(OUTPUTS[String(schema).split("/")[1] ?? ""]?.parse(data)).toEqual(data);
    }
  });

  it("goes to a file in its format, while people read the text", async () => {
    onBranch();
    skipTest(lab);
    lab.commit();
    const file = join(lab.folder, "gate.sarif");
    const { code, out } = await lab.run("gate", "--format", "sarif", "--output", file);
    expect(code).toBe(11);
    expect(out).toMatch(/^gate: needs_fixes/);
    expect(sarifProblems(readFileSync(file, "utf8"))).toEqual([]);
  });

  it("goes to several files, each in the format that its name says, and is printed in another", async () => {
    onBranch();
    skipTest(lab);
    lab.commit();
    const at = (name: string) => join(lab.folder, name);
    const files = [`sarif:${at("gate.sarif")}`, `codequality:${at("quality.json")}`];
    const { code, out } = await lab.run("gate", "--format", "github", "--output", ...files);
    expect(code).toBe(11);
    expect(out).toMatch(/^::error file=a\.test\.js/);
    expect(sarifProblems(readFileSync(at("gate.sarif"), "utf8"))).toEqual([]);
    expect(codeQualityProblems(readFileSync(at("quality.json"), "utf8"))).toEqual([]);

    const wrong = await lab.run("gate", "--output", "sarif:");
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("names no file") });
  });

  it("has a row for each finding with --plain, and nothing with --quiet", async () => {
    onBranch();
    skipTest(lab);
    lab.commit();
    expect((await lab.run("gate", "--plain")).out).toMatch(/^major\ta\.test\.js\t\d*\tF-1\t/);
    expect(await lab.run("gate", "--quiet")).toEqual({ code: 11, out: "", err: "" });
  });

  it("says what could not be taken from a worktree", async () => {
    onBranch();
    lab.git("init", "--quiet", "nested");
    writeFileSync(join(lab.repository, "nested", "x.txt"), "x\n");
    const report = await lab.gate("--worktree");
    expect(report.skipped).toMatchObject([{ why: "nested_repository" }]);
    expect((await lab.run("gate", "--worktree")).out).toMatch(/^left out +nested/m);
  });
});
