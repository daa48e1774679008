import { describe, expect, it } from "vitest";
import { outcomeText } from "./outcome-text.ts";

type Row = [string, string, number, string, string | null];

const NODE_TAP =
  "TAP version 13\n# Subtest: adds\nok 1 - adds\n1..12\n# tests 12\n# pass 12\n# fail 0\n";

describe("what came of a check, in a few words", () => {
  it.each<Row>([
    ["Node's runner", "node --test", 0, NODE_TAP, "12/12 passed"],
    [
      "Node's runner with its symbols",
      "npm test",
      0,
      "ℹ tests 3\nℹ pass 3\nℹ fail 0\n",
      "3/3 passed",
    ],
    ["Node's runner with a failure", "node --test", 1, "# pass 11\n# fail 1\n", "11/12 passed"],
    [
      "Vitest",
      "npm test",
      0,
      " Test Files  3 passed (3)\n      Tests  12 passed (12)\n",
      "12/12 passed",
    ],
    [
      "Vitest with failures",
      "vitest run",
      1,
      "      Tests  2 failed | 10 passed (12)\n",
      "10/12 passed",
    ],
    ["Jest", "jest", 0, "Tests:       12 passed, 12 total\n", "12/12 passed"],
    [
      "Jest with a failure",
      "jest",
      1,
      "Tests:       1 failed, 11 passed, 12 total\n",
      "11/12 passed",
    ],
    ["Mocha", "mocha", 0, "\n  12 passing (30ms)\n", "12/12 passed"],
    ["Mocha with failures", "mocha", 2, "  10 passing (30ms)\n  2 failing\n", "10/12 passed"],
    ["pytest", "pytest", 0, "============ 12 passed in 0.12s ============\n", "12/12 passed"],
    [
      "pytest with failures",
      "pytest",
      1,
      "=== 1 failed, 10 passed, 1 error in 0.1s ===\n",
      "10/12 passed",
    ],
    ["pytest -q", "pytest -q", 0, "12 passed in 0.12s\n", "12/12 passed"],
    [
      "Cargo, all binaries together",
      "cargo test",
      0,
      "test result: ok. 7 passed; 0 failed; 0 ignored\ntest result: ok. 5 passed; 0 failed; 1 ignored\n",
      "12/12 passed",
    ],
    ["any TAP", "./run", 1, "1..3\nok 1\nnot ok 2 - no\nnot ok 3 # TODO later\n", "2/3 passed"],
    ["tsc", "tsc --noEmit", 0, "", "No errors"],
    [
      "tsc with errors",
      "npx tsc",
      2,
      "a.ts(1,1): error TS2322: x\nb.ts(2,1): error TS1005: y\n",
      "2 errors",
    ],
    [
      "tsc behind a script",
      "npm run typecheck",
      0,
      "> shop@1.0.0 typecheck\n> tsc -p .\n",
      "No errors",
    ],
    ["ESLint", "eslint .", 0, "", "No errors"],
    ["ESLint with problems", "eslint .", 1, "✖ 3 problems (2 errors, 1 warning)\n", "3 problems"],
    ["Biome", "biome ci .", 0, "Checked 12 files in 5ms. No fixes applied.\n", "No errors"],
    [
      "Biome with an error",
      "biome ci .",
      1,
      "Checked 12 files in 5ms.\nFound 1 error.\n",
      "1 error",
    ],
    ["knip", "knip", 0, "", "No dead code"],
    [
      "knip with findings",
      "knip",
      1,
      "Unused files (2)\na.ts\nb.ts\nUnused exports (1)\nc\n",
      "3 findings",
    ],
  ])("%s", (_, run, code, output, text) => {
    expect(outcomeText({ run, code, output })).toBe(text);
  });

  it.each<Row>([
    ["nothing of the kind", "make all", 0, "all is built\n", null],
    ["no test at all", "node --test", 0, "# pass 0\n# fail 0\n", null],
    [
      "failures beside an exit code of zero",
      "jest || true",
      0,
      "Tests: 1 failed, 2 passed, 3 total\n",
      null,
    ],
    ["passes beside an exit code of one", "node --test", 1, "# pass 3\n# fail 0\n", null],
    ["errors beside an exit code of zero", "tsc || true", 0, "a.ts(1,1): error TS1005: x\n", null],
    ["a tool that failed before it looked", "tsc", 1, "cannot read tsconfig.json\n", null],
  ])("is left out where the output says %s", (_, run, code, output, text) => {
    expect(outcomeText({ run, code, output })).toBe(text);
  });
});
