import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkRegister } from "./check-register.ts";
import { findTests, testsIn } from "./find-tests.ts";
import { idRange, readRegister } from "./read-register.ts";

/** Every requirement, contradiction, defect and hole that the register must answer for. */
const EXPECTED: readonly string[] = [
  ...idRange("R-", 1, 35),
  ...idRange("R-", 40, 52),
  ...idRange("R-", 60, 71),
  ...idRange("R-", 80, 99),
  ...idRange("R-", 110, 123),
  ...idRange("R-", 130, 142),
  ...idRange("R-", 150, 157),
  ...idRange("R-", 160, 168),
  ...idRange("R-", 170, 179),
  ...idRange("R-", 190, 195),
  ...idRange("R-", 200, 202),
  ...idRange("R-", 210, 211),
  ...idRange("R-", 220, 223),
  ...idRange("R-", 230, 236),
  ...idRange("R-", 240, 244),
  ...idRange("R-", 250, 252),
  ...idRange("C", 1, 22),
  ...idRange("D", 1, 17),
  ...idRange("H", 1, 21),
];

describe("the register of requirements", () => {
  const page = readFileSync(new URL("../../../docs/requirements.md", import.meta.url), "utf8");
  const entries = readRegister(page);

  it("has every id once and no other", () => {
    expect(entries.map(({ id }) => id).sort()).toEqual([...EXPECTED].sort());
  });

  it("has a test or a reason for every entry, and every id of a title", () => {
    expect(checkRegister(entries, findTests())).toEqual([]);
  });
});

describe("checkRegister", () => {
  const entry = { id: "R-001", text: "Work is checked.", reason: null };
  const unit = { file: "packages/core/src/a.test.ts", title: "a [R-001]", ids: ["R-001"] };
  const surface = { file: "packages/cli/src/b.test.ts", title: "b [R-001]", ids: ["R-001"] };

  it.each(["packages/cli/src/b.test.ts", "test/engine/b.db.test.ts"])(
    "is content with %s",
    (file) => {
      expect(checkRegister([entry], [unit, { ...surface, file }])).toEqual([]);
    },
  );

  it("is content with a reason beside tests of the core", () => {
    expect(checkRegister([{ ...entry, reason: "needs GitHub" }], [unit])).toEqual([]);
  });

  it("is content with any test of a contradiction, defect or hole", () => {
    expect(checkRegister([{ ...entry, id: "H4" }], [{ ...unit, ids: ["H4"] }])).toEqual([]);
  });

  it("names an entry without a test through a surface", () => {
    expect(checkRegister([entry], [unit])).toEqual([
      "R-001 has no test through a surface and no reason",
    ]);
  });

  it("names a reason that a test has made untrue", () => {
    expect(checkRegister([{ ...entry, reason: "needs GitHub" }], [surface])).toEqual([
      "R-001 has a test, so its reason must go: packages/cli/src/b.test.ts › b [R-001]",
    ]);
  });

  it("names an id that the register does not have", () => {
    expect(checkRegister([entry], [{ ...surface, ids: ["R-001", "R-900"] }])).toEqual([
      "R-900 of packages/cli/src/b.test.ts › b [R-001] is not in the register",
    ]);
  });
});

describe("readRegister", () => {
  it("reads an entry with its reason", () => {
    const lines = ["- **C8** Two limits.", "- **R-191** Beads.", "  - no test yet: needs Beads"];

    expect(readRegister(lines.join("\n"))).toEqual([
      { id: "C8", text: "Two limits.", reason: null },
      { id: "R-191", text: "Beads.", reason: "needs Beads" },
    ]);
  });

  it.each([
    "  - owner: tui",
    "  - `a/b.test.ts › title`",
    "- R-001 without stars",
    "  - no test yet:",
    "  - no test yet: one\n  - no test yet: two",
  ])("refuses the line %j", (line) => {
    expect(() => readRegister(`- **R-001** Text\n${line}`)).toThrow("cannot be read");
  });
});

describe("testsIn", () => {
  it.each([
    [`it("waits [R-001]", () => {});`, "waits [R-001]", ["R-001"]],
    [`  it("waits [R-001] [C8]", () => {});`, "waits [R-001] [C8]", ["R-001", "C8"]],
    [`it.each([1, 2])("counts %i [H1]", () => {});`, "counts %i [H1]", ["H1"]],
    [`it.each([\n  ["a", 1],\n])(\n  "reads %s [D2]",\n  () => {},\n);`, "reads %s [D2]", ["D2"]],
    [`it("says \\"no\\" [R-001]", () => {});`, `says "no" [R-001]`, ["R-001"]],
    ["it(`has many [R-001]`, () => {});", "has many [R-001]", ["R-001"]],
  ])("finds the test in %j", (source, title, ids) => {
    expect(testsIn("a.test.ts", source)).toEqual([{ file: "a.test.ts", title, ids }]);
  });

  it.each([
    `it("sleeps", () => {});`,
    `it.skip("sleeps [R-001]", () => {});`,
    `it.skip.each([1])("sleeps [R-001]", () => {});`,
    `it.skipIf(isRoot())("sleeps [R-001]", () => {});`,
    `it.todo("sleeps [R-001]");`,
    `expect("sleeps [R-001]")`,
    `describe("sleepers [R-001]", () => {});`,
    `describe.skip("sleepers", () => {\n  it("sleep [R-001]", () => {});\n});`,
  ])("finds none in %j", (source) => {
    expect(testsIn("a.test.ts", source)).toEqual([]);
  });
});
