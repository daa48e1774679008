import { PolicyFile } from "@countersign/core";
import { expect, it } from "vitest";
import type { ReadReport } from "../../ports/report-reader.ts";
import { judgeRun } from "./judge-run.ts";

const [CHECK] = PolicyFile.parse({
  version: 1,
  checks: [{ id: "test", run: "npm test" }],
}).checks;

function summaryOf(code: number, output: string, report: ReadReport | null = null) {
  const stdout = Buffer.from(output);
  const end = { how: "exited", code } as const;
  const stopped = { droppedBytes: 0, durationMs: 300, sandboxed: true, directory: "/checkout" };
  const result = { end, stdout, stderr: Buffer.alloc(0), ...stopped };
  if (CHECK === undefined) throw new Error("There is no check");
  const judged = judgeRun({ check: CHECK, result, report, notes: [] });
  return "noResult" in judged ? judged.noResult : `${judged.opinion}: ${judged.summary}`;
}

const junit = (passed: number, failed: number): ReadReport => ({
  ok: true,
  findings: [],
  refused: [],
  more: 0,
  tests: { passed, failed },
});

it("begins with what came of it, where the command or its report says so [R-123]", () => {
  const ended = (code: number) => `\`npm test\` ended with exit code ${code} after 0.3 s.`;
  expect(summaryOf(0, "# pass 12\n# fail 0\n")).toBe(`approved: 12/12 passed. ${ended(0)}`);
  expect(summaryOf(1, "# pass 11\n# fail 1\n")).toBe(`concerns: 11/12 passed. ${ended(1)}`);
  expect(summaryOf(0, "<testsuites/>", junit(12, 0))).toBe(`approved: 12/12 passed. ${ended(0)}`);
  expect(summaryOf(0, "all is built\n")).toBe(`approved: ${ended(0)}`);
});

it("lets the exit code decide, whatever the output says", () => {
  expect(summaryOf(1, "# pass 12\n# fail 0\n")).toMatch(/^concerns: `npm test`/);
  expect(summaryOf(0, "# pass 11\n# fail 1\n")).toMatch(/^approved: `npm test`/);
});
