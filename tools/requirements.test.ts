import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ids, type Proof, readRegister, titlesIn } from "./read-register.ts";

const ROOT = new URL("../", import.meta.url);

/** Every requirement, contradiction, defect and hole that the register must answer for. */
const EXPECTED: readonly string[] = [
  ...ids("R-", 1, 35),
  ...ids("R-", 40, 52),
  ...ids("R-", 60, 71),
  ...ids("R-", 80, 99),
  ...ids("R-", 110, 123),
  ...ids("R-", 130, 142),
  ...ids("R-", 150, 157),
  ...ids("R-", 160, 168),
  ...ids("R-", 170, 179),
  ...ids("R-", 190, 195),
  ...ids("R-", 200, 202),
  ...ids("R-", 210, 211),
  ...ids("R-", 220, 223),
  ...ids("R-", 230, 236),
  ...ids("R-", 240, 244),
  ...ids("R-", 250, 252),
  ...ids("C", 1, 22),
  ...ids("D", 1, 17),
  ...ids("H", 1, 21),
];

describe("the register of requirements", () => {
  const text = read("docs/requirements.md");
  const entries = readRegister(text);

  it("has every id once and no other", () => {
    expect(entries.map(({ id }) => id).sort()).toEqual([...EXPECTED].sort());
  });

  it("has a test or an owner for every entry", () => {
    const bare = entries.filter(({ tests, owners }) => tests.length + owners.length === 0);
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it("names only owners that it introduces", () => {
    const known = new Set([...text.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, owner]) => owner));
    expect(known.size).toBeGreaterThan(5);
    const strangers = entries.flatMap(({ owners }) => owners.filter((owner) => !known.has(owner)));
    expect(strangers).toEqual([]);
  });

  it("names only tests that exist", () => {
    const missing = entries.flatMap(({ id, tests }) =>
      tests.filter(isMissing).map(({ file, title }) => `${id}: ${file} › ${title}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("readRegister", () => {
  it("reads an entry with its tests and owners", () => {
    const lines = ["- **C8** Two limits.", "  - `a/b.test.ts › keeps › both`", "  - owner: tui"];

    expect(readRegister(lines.join("\n"))).toEqual([
      {
        id: "C8",
        text: "Two limits.",
        tests: [{ file: "a/b.test.ts", title: "keeps › both" }],
        owners: ["tui"],
      },
    ]);
  });

  it.each(["  - owner: The Engine", "  - `a/b.ts › title`", "- R-001 without stars"])(
    "refuses the line %j",
    (line) => {
      expect(() => readRegister(`- **R-001** Text\n${line}`)).toThrow("cannot be read");
    },
  );
});

describe("titlesIn", () => {
  it.each([
    [`it("waits", () => {});`, "waits"],
    [`describe("a plan", () => {});`, "a plan"],
    [`it.each([1, 2])("counts %i", () => {});`, "counts %i"],
    [`it.each([\n  ["a", 1],\n] as const)(\n  "reads %s",\n  () => {},\n);`, "reads %s"],
    [`it("says \\"no\\"", () => {});`, `says "no"`],
    ["it(`has many`, () => {});", "has many"],
  ])("finds the title in %j", (source, title) => {
    expect([...titlesIn(source)]).toContain(title);
  });

  it.each([`it.skip("sleeps", () => {});`, `it.todo("sleeps");`, `expect("sleeps")`])(
    "finds none in %j",
    (source) => {
      expect([...titlesIn(source)]).toEqual([]);
    },
  );
});

function isMissing({ file, title }: Proof): boolean {
  return !existsSync(new URL(file, ROOT)) || !titlesIn(read(file)).has(title);
}

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}
