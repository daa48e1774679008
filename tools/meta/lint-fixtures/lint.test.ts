import { afterAll, beforeAll, expect, it } from "vitest";
import { ALLOWED_CODE, FORBIDDEN_CODE, LIBRARY_WITH_PROMISES } from "./forbidden-code.ts";
import { ALLOWED_IMPORTS, FORBIDDEN_IMPORTS } from "./forbidden-imports.ts";
import { type Plant, WALL } from "./plant.ts";
import { makeScratchCopy, type ScratchCopy } from "./scratch-copy.ts";

const FORBIDDEN = [...FORBIDDEN_IMPORTS, ...FORBIDDEN_CODE];
const ALLOWED = [...ALLOWED_IMPORTS, ...ALLOWED_CODE];
const ALL = [...FORBIDDEN, ...ALLOWED];

type Diagnostic = {
  severity: string;
  category: string;
  message: string;
  location: { path: string };
};

let copy: ScratchCopy | undefined;
let reported: string[];

beforeAll(() => {
  const planted = Object.fromEntries(ALL.map(({ file, text }) => [file, text]));
  copy = makeScratchCopy({ ...LIBRARY_WITH_PROMISES, ...planted });
  reported = lint(copy);
}, 60_000);

afterAll(() => copy?.remove());

it("plants every file once", () => {
  expect(new Set(ALL.map(({ file }) => file)).size).toBe(ALL.length);
});

it("reports every planted violation, by its rule and by no other [R-233] [R-234] [R-235]", () => {
  expect(reportedOf(FORBIDDEN)).toEqual(expectedOf(FORBIDDEN));
});

it("reports nothing that is allowed", () => {
  expect(reportedOf(ALLOWED)).toEqual([]);
});

it("reports nothing that was not planted", () => {
  expect(reported.filter((line) => !isAbout(ALL, line))).toEqual([]);
});

function lint(copy: ScratchCopy): string[] {
  const output = copy.run("biome", "lint", "--reporter=json", "--max-diagnostics=none", ".");
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] };
  // Infos never fail the check, so a rule that only informs guards nothing.
  const failing = diagnostics.filter(({ severity }) => severity !== "info");
  return [...new Set(failing.map((found) => `${found.location.path}: ${ruleOf(found)}`))].sort();
}

/** All plugins share one category, so their message stands for the rule. */
function ruleOf({ category, message }: Diagnostic): string {
  return category === "plugin" ? message : (category.split("/").at(-1) ?? category);
}

function reportedOf(plants: readonly Plant[]): string[] {
  return reported.filter((line) => isAbout(plants, line));
}

function expectedOf(plants: readonly Plant[]): string[] {
  return plants
    .flatMap(({ file, caughtBy }) =>
      caughtBy.filter((rule) => rule !== WALL).map((rule) => `${file}: ${rule}`),
    )
    .sort();
}

function isAbout(plants: readonly Plant[], line: string): boolean {
  return plants.some(({ file }) => line.startsWith(`${file}: `));
}
