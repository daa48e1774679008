import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ALLOWED_IMPORTS, FORBIDDEN_IMPORTS } from "../lint-fixtures/forbidden-imports.ts";
import { WALL } from "../lint-fixtures/plant.ts";
import { findCycles, findMutualFolders } from "./find-cycles.ts";
import { findViolations, isTest, sourceFolder } from "./find-violations.ts";
import { readAllImports, readImports } from "./read-imports.ts";
import { FOLDER_ORDER, OUTSIDE_ORDER, PACKAGE_NAMES } from "./walls.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const IMPORTS = readAllImports(ROOT);
const sourcesOf = (name: string) =>
  IMPORTS.filter(({ from }) => from.startsWith(`packages/${name}/src/`) && !isTest(from));

describe("the walls", () => {
  it("stop no import of the sources", () => {
    expect(IMPORTS.length).toBeGreaterThan(5_000);
    expect(IMPORTS.flatMap(findViolations)).toEqual([]);
  });

  it.each(Object.entries(FOLDER_ORDER))("know every folder of %s", (name, order) => {
    const folders = new Set(sourcesOf(name).map(({ from }) => sourceFolder(from)));
    const unknown = [...folders].filter(
      (folder) => folder !== null && !order.includes(folder) && !OUTSIDE_ORDER.has(folder),
    );
    expect(unknown).toEqual([]);
  });

  it.each(PACKAGE_NAMES)("count import cycles of %s, types included", (name) => {
    expect(findCycles(sourcesOf(name))).toEqual([]);
  });

  it.each(PACKAGE_NAMES)("count folders of %s that import each other", (name) => {
    expect(findMutualFolders(sourcesOf(name))).toEqual([]);
  });

  it.each(FORBIDDEN_IMPORTS.filter(({ caughtBy }) => caughtBy.includes(WALL)))(
    "stop $file",
    ({ file, text }) => {
      expect(readImports(file, text).flatMap(findViolations)).not.toEqual([]);
    },
  );

  it.each([
    ...ALLOWED_IMPORTS,
    ...FORBIDDEN_IMPORTS.filter(({ caughtBy }) => !caughtBy.includes(WALL)),
  ])("let $file pass", ({ file, text }) => {
    expect(readImports(file, text).flatMap(findViolations)).toEqual([]);
  });
});

describe("findCycles", () => {
  const edge = (from: string, to: string) => ({ from, specifier: to, to });

  it("finds files that import each other through others, and no others", () => {
    const cycles = findCycles([edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("d", "a")]);
    expect(cycles).toEqual([["a", "b", "c"]]);
  });

  it("finds folders that import each other", () => {
    expect(findMutualFolders([edge("x/a", "y/b"), edge("y/c", "x/d"), edge("z/a", "x/a")])).toEqual(
      ["x y"],
    );
  });
});

/** Comments that switch a wall off, for a line, a file or (the reference) a whole package. */
const OPENS_A_WALL =
  /biome-ignore(-all|-start)?\s+lint(\/plugin.*|\/(style|suspicious|correctness)|\/\w+\/(noRestrictedImports|noImportCycles|noUndeclaredDependencies))?:|@ts-(nocheck|ignore|expect-error)|\/\/\/\s*<reference/;

it("no comment in a source opens a wall", () => {
  const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: ROOT });
  expect(sources.filter((path) => OPENS_A_WALL.test(read(path)))).toEqual([]);
});

it.each([
  "// biome-ignore lint: everything",
  "// biome-ignore lint/style: a group",
  "// biome-ignore lint/style/noRestrictedImports: a rule",
  "/* biome-ignore-all lint/suspicious/noImportCycles: a file */",
  "// biome-ignore-start lint/correctness/noUndeclaredDependencies: from here on",
  "// biome-ignore lint/plugin: all plugins",
  "// biome-ignore lint/plugin/coreIsPure: one plugin",
  "// @ts-nocheck",
  "// @ts-expect-error",
  '/// <reference types="node" />',
])("%s opens a wall", (comment) => {
  expect(comment).toMatch(OPENS_A_WALL);
});

it("other rules may be set aside, with a reason", () => {
  expect("// biome-ignore lint/suspicious/noControlCharactersInRegex: names them").not.toMatch(
    OPENS_A_WALL,
  );
});

it("only tests use the builders in core's testing folder", () => {
  const sources = globSync("packages/core/src/*/**/*.ts", { cwd: ROOT }).filter(
    (path) => !path.endsWith(".test.ts") && !path.includes("/testing/"),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => read(path).includes("/testing/"))).toEqual([]);
});

function read(path: string): string {
  return readFileSync(`${ROOT}/${path}`, "utf8");
}
