import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { biomeOverrides } from "./walls.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Comments that switch a wall off, for a line, a file or (the reference) a whole package. */
const OPENS_A_WALL =
  /biome-ignore(-all|-start)?\s+lint(\/plugin.*|\/(style|suspicious|correctness)|\/\w+\/(noRestrictedImports|noImportCycles|noUndeclaredDependencies))?:|@ts-(nocheck|ignore|expect-error)|\/\/\/\s*<reference/;

it("biome.walls.json is what walls.ts says (npm run walls)", () => {
  expect(JSON.parse(read("biome.walls.json"))).toEqual({ overrides: biomeOverrides() });
});

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
