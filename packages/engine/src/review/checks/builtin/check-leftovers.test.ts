import { describe, expect, it } from "vitest";
import { findingsIn, rulesAndLines } from "../testing/findings-in.ts";

const add = async (path: string, line: string) =>
  rulesAndLines(
    await findingsIn("leftovers", [{ path, before: "one\n", after: `one\n${line}\n` }]),
  );

describe("leftovers", () => {
  it.each([
    ["src/a.ts", "<<<<<<< HEAD", "lo-conflict-01:2"],
    ["notes.md", ">>>>>>> feature", "lo-conflict-01:2"],
    ["src/a.ts", "// TODO: round", "lo-todo-01:2"],
    ["src/a.py", "x = 1  # FIXME later", "lo-todo-01:2"],
    ["src/a.sql", "-- TODO index", "lo-todo-01:2"],
    ["src/a.rs", "// HACK", "lo-todo-01:2"],
    ["src/a.ts", "  debugger;", "lo-debug-01:2"],
    ["src/a.ts", "if (x) debugger;", "lo-debug-01:2"],
    ["src/a.test.ts", 'it.only("adds", () => {', "lo-debug-01:2"],
    ["src/a.test.js", 'fdescribe("all", () => {', "lo-debug-01:2"],
    ["src/a.test.ts", 'fit("adds", () => {', "lo-debug-01:2"],
    ["src/a.py", "    import pdb; pdb.set_trace()", "lo-debug-01:2"],
    ["src/a.py", "breakpoint()", "lo-debug-01:2"],
    ["src/a.rb", "  binding.pry", "lo-debug-01:2"],
    ["src/a.rs", "let y = dbg!(x);", "lo-debug-01:2"],
    ["src/a.go", "runtime.Breakpoint()", "lo-debug-01:2"],
    ["src/A.java", "e.printStackTrace();", "lo-debug-01:2"],
    ["src/a.ts", "console.log(order);", "lo-log-01:2"],
  ])("are found in %s: %s", async (path, line, expected) => {
    expect(await add(path, line)).toEqual([expected]);
  });

  it.each([
    ["src/a.ts", "// TODO(#12): round"],
    ["src/a.ts", "// TODO SHOP-12 round"],
    ["src/a.ts", "// TODO: see https://example.com/12"],
    ["src/a.ts", 'const word = "TODO";'],
    ["docs/plan.md", "# TODO"],
    ["src/a.ts", "const debuggers = 1; // not a debugger"],
    ["src/a.ts", "table.only(rows);"],
    ["src/a.ts", "export function fit(row: Row) {"],
    ["src/a.ts", "return fit(row);"],
    ["src/a.ts", "======="],
    ["src/a.test.ts", "console.log(order);"],
    ["scripts/a.ts", "console.log(order);"],
    ["src/a.ts", "console.error(order);"],
    ["dist/a.js", "debugger;"],
  ])("are not in %s: %s", async (path, line) => {
    expect(await add(path, line)).toEqual([]);
  });

  it("that were there before are not found", async () => {
    const text = "// TODO: a\none\n";

    expect(
      await findingsIn("leftovers", [{ path: "a.ts", before: text, after: `${text}two\n` }]),
    ).toEqual([]);
  });

  it("say what to do, with the line and the severity that the policy gives", async () => {
    const files = [{ path: "a.ts", after: "// TODO: a\n" }];
    const [found] = await findingsIn("leftovers", files);

    expect(found).toEqual({
      severity: "warning",
      category: "leftovers",
      ruleId: "lo-todo-01",
      file: "a.ts",
      line: 1,
      quote: "// TODO: a",
      message: "The line leaves work open and names no issue.",
      recommendation: "Do it now, or reference the issue: TODO(#123) or TODO with a link.",
    });
    const rule = {
      id: "lo-todo-01",
      name: "a",
      severity: "info",
      reviewer: "leftovers",
      category: "leftovers",
      description: "a",
      detection: "a",
      recommendation: "a",
    };
    expect((await findingsIn("leftovers", files, { rules: [rule] }))[0]?.severity).toBe("info");
  });
});
