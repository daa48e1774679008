import type { Plant } from "./plant.ts";

const PURE = "core is pure: take time and chance as arguments";
const LOCALE = "core is pure: the same answer in every locale";
const FLOATING = "noFloatingPromises";

/** Code that a rule must report. */
export const FORBIDDEN_CODE: readonly Plant[] = [
  // core takes time and chance as arguments
  core("now-called", "export const at = Date.now();", PURE),
  core("now-as-value", "export const clock = Date.now;", PURE),
  core("now-destructured", "export const { now } = Date;", PURE),
  core("new-date", "export const at = new Date();", PURE),
  core("date-called", "export const at = Date();", PURE),
  core("date-renamed", "const Clock = Date;\nexport const at = Clock.now();", PURE),
  core("random-called", "export const chance = Math.random();", PURE),
  core("random-as-value", "export const dice = Math.random;", PURE),
  core("random-destructured", "export const { random } = Math;", PURE),
  core("global-this", "export const all = globalThis;", PURE),
  core("now-by-key", `export const at = Date["now"]();`, PURE),
  core("random-by-key", `export const chance = Math["random"]();`, PURE),
  core("random-handed-over", "export const list = [1].map(Math.random);", PURE),
  core("date-format", `export const f = new Intl.DateTimeFormat("en");`, LOCALE),
  core("locale-order", "export const f = (a: string) => a.localeCompare(a);", LOCALE),
  core("locale-text", "export const f = (n: number) => n.toLocaleString();", LOCALE),

  // no promise is dropped: in one file, across files, across packages, of a library
  core(
    "floating-here",
    "async function soon(): Promise<void> {}\nexport function f(): void {\n  soon();\n}",
    FLOATING,
  ),
  core(
    "floating-across-files",
    `import { later } from "./later.ts";\nexport function f(): void {\n  later();\n}`,
    FLOATING,
  ),
  {
    file: "packages/tui/src/floating-across-packages.ts",
    text: `import { call } from "@countersign/api";\nexport function f(): void {\n  call();\n}\n`,
    caughtBy: [FLOATING],
  },
  {
    file: "tools/floating-of-library.ts",
    text: `import type { Pool } from "library-with-promises";\nexport function f(pool: Pool): void {\n  pool.query();\n}\n`,
    caughtBy: [FLOATING, "noUndeclaredDependencies"],
  },
  core(
    "promise-as-condition",
    `import { later } from "./later.ts";\nexport const word = later() ? "yes" : "no";`,
    "noMisusedPromises",
  ),
  core("eval", `export const x = eval("1");`, "noGlobalEval"),

  // size and shape
  core("too-many-lines", lines(301), "noExcessiveLinesPerFile"),
  core("long-function", functionWith(61), "noExcessiveLinesPerFunction"),
  core("many-branches", branches(13), "noExcessiveCognitiveComplexity"),
  core("default-export", "export default 1;", "noDefaultExport"),
  core("any", "export const x: any = 1;", "noExplicitAny"),
  core("non-null", "export const f = (x?: string): string => x!;", "noNonNullAssertion"),
  core("enum", `export enum Mode {\n  On = "on",\n}`, "noEnum"),
  core("console", `console.log("x");`, "noConsole"),
  core("snake_case", "export const x = 1;", "useFilenamingConvention"),
  core("camelCase", "export const x = 1;", "useFilenamingConvention"),
];

/** Similar code that is allowed. */
export const ALLOWED_CODE: readonly Plant[] = [
  core("later", "export async function later(): Promise<void> {}"),
  {
    file: "packages/api/src/index.ts",
    text: "export async function call(): Promise<void> {}\n",
    caughtBy: [],
  },
  core("date-of", "export const at = (ms: number): Date => new Date(ms);"),
  core("date-parse", "export const at = (text: string): number => Date.parse(text);"),
  core("rounded", "export const x = Math.round(1.5);"),
  core("clock.test", "export const at = Date.now();"),
  core("lines-at-limit", lines(300)),
  core("function-at-limit", functionWith(60)),
  core("branches-at-limit", branches(12)),
  core("long-function.test", functionWith(61)),
  core(
    "awaited",
    `import { later } from "./later.ts";\nexport const f = async () => await later();`,
  ),
];

/** A library whose method returns a promise, for the scratch copy's node_modules. */
export const LIBRARY_WITH_PROMISES = {
  "node_modules/library-with-promises/package.json": `{ "name": "library-with-promises", "version": "1.0.0", "types": "./index.d.ts" }`,
  "node_modules/library-with-promises/index.d.ts":
    "export declare class Pool {\n  query(): Promise<void>;\n}\n",
};

function core(name: string, text: string, ...caughtBy: string[]): Plant {
  return { file: `packages/core/src/kernel/${name}.ts`, text: `${text}\n`, caughtBy };
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `export const x${index} = ${index};`).join(
    "\n",
  );
}

/** Creates a function with this many lines between the braces. */
function functionWith(count: number): string {
  const body = Array.from({ length: count }, (_, index) => `  list.push(${index});`);
  return ["export function fill(list: number[]): void {", ...body, "}"].join("\n");
}

function branches(count: number): string {
  const body = Array.from({ length: count }, (_, index) => `  if (n === ${index}) list.push(n);`);
  return ["export function pick(n: number, list: number[]): void {", ...body, "}"].join("\n");
}
