import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { idRange } from "../requirements/read-register.ts";
import { applyBug } from "./apply-bug.ts";
import { type Declaration, readDeclarations } from "./declarations.ts";
import { ATTACKS, SEEDED_BUGS } from "./seeded-bugs.ts";

const ROOT = new URL("../../../", import.meta.url);
const PATCHED = SEEDED_BUGS.flatMap((bug) => ("edits" in bug ? [bug] : []));

describe("the table of seeded bugs", () => {
  const findDeclarations = readDeclarations(fileURLToPath(ROOT));

  it("has every contradiction, defect and hole once", () => {
    const known = SEEDED_BUGS.map(({ id }) => id);
    const attacks = ATTACKS.map(({ id }) => id);
    expect(known).toEqual([
      ...idRange("C", 1, 22),
      ...idRange("D", 1, 17),
      ...idRange("H", 1, 21),
      ...attacks,
    ]);
    expect(new Set(known).size).toBe(known.length);
  });

  it("leaves only bugs outside of the core's logic to another package", () => {
    const owned = SEEDED_BUGS.flatMap((bug) => ("owner" in bug ? [`${bug.id} ${bug.owner}`] : []));
    expect(owned).toEqual(["D8 tui", "D9 tui"]);
  });

  it.each(PATCHED)("$id can be put back: $bug", (bug) => {
    const original = bug.edits.flatMap((edit) => findDeclarations(edit.in));
    const changed = [...applyBug(bug, findDeclarations)];

    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter(([, text]) => original.some((file) => file.text === text))).toEqual([]);
  });

  it.each(PATCHED)("$id names tests that exist", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  });

  it.each(PATCHED.filter(({ only }) => only !== undefined))(
    "$id selects a test that its files have",
    ({ tests, only = "" }) => {
      const texts = tests.map((path) => readFileSync(new URL(path, ROOT), "utf8"));
      expect(texts.join("\n")).toContain(only);
    },
  );

  it("has no bug twice", () => {
    const patches = PATCHED.map(({ edits }) => JSON.stringify(edits));
    expect(new Set(patches).size).toBe(patches.length);
  });
});

describe("applyBug", () => {
  const edit = { in: "core/pick", code: "one(a, b)", becomes: "two" };
  const declares = (text: string, start = 0): Declaration[] => [
    { file: "a.ts", text, start, end: text.length },
  ];

  it("makes several edits in one file, however the code is formatted", () => {
    const edits = [edit, { in: "core/pick", code: "three;", becomes: "$& four;" }];
    const text = "one(\n  a,\n  b,\n) + three;";

    expect([...applyBug({ id: "H1", edits }, () => declares(text))]).toEqual([
      ["a.ts", "two + $& four;"],
    ]);
  });

  it("leaves other declarations of the file alone", () => {
    const text = "one(a, b); one(a, b)";

    expect([...applyBug({ id: "H1", edits: [edit] }, () => declares(text, 10))]).toEqual([
      ["a.ts", "one(a, b); two"],
    ]);
  });

  it.each([
    ["nothing", 0],
    ["one(a, b) and one(a, b)", 2],
  ])("refuses code that is not found once: %j", (text, count) => {
    expect(() => applyBug({ id: "H1", edits: [edit] }, () => declares(text))).toThrow(
      `H1: found ${count} times in core/pick, not once: one(a, b)`,
    );
  });
});
