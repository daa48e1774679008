import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A test whose title names requirements: `it("refuses an approval by the author [R-004] [C10]")`. */
export type TaggedTest = { file: string; title: string; ids: string[] };

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The start of a call of it or test, with its modifiers. */
const CALL = /^[ \t]*(?:it|test)((?:\.\w+)*)\(/gm;
const TITLE = /^\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/;
const TITLE_AFTER_ROWS = /\)\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/;
const ID = /\[([RCDH]-?\d+)\]/g;
const ROWS = /\.(?:each|for)$/;
/** Modifiers of tests that may not run, or whose failure is a success. */
const NOT_RUN = /\.(?:skip|todo|fails|skipIf|runIf)\b/;

/** Lists every test whose title names a requirement and that always runs. */
export function findTests(): TaggedTest[] {
  const files = globSync("{packages/*/src,test,tools}/**/*.test.ts", {
    cwd: ROOT,
    exclude: (path) => path.includes("node_modules") || path.startsWith("tools/requirements"),
  });
  return files.sort().flatMap((file) => testsIn(file, readFileSync(`${ROOT}/${file}`, "utf8")));
}

/**
 * Lists the tests of one file whose titles name requirements. A file with a conditional suite has
 * none.
 */
export function testsIn(file: string, source: string): TaggedTest[] {
  if (/^\s*describe(?:\.\w+)*\.(?:skip|todo|skipIf|runIf)\b/m.test(source)) return [];
  const calls = [...source.matchAll(CALL)];
  return calls.flatMap(({ 0: call, 1: modifiers = "", index }, nth) => {
    if (NOT_RUN.test(modifiers)) return [];
    const body = source.slice(index + call.length, calls[nth + 1]?.index);
    const [, literal] = (ROWS.test(modifiers) ? TITLE_AFTER_ROWS : TITLE).exec(body) ?? [];
    const title = literal?.slice(1, -1).replaceAll(/\\(.)/g, "$1") ?? "";
    const ids = [...title.matchAll(ID)].flatMap(([, id]) => id ?? []);
    return ids.length === 0 ? [] : [{ file, title, ids }];
  });
}

/** Folders whose tests use the product like its users, or run the engine with its store. */
const SURFACES = /^(?:packages\/(?:cli|tui|mcp|server|engine)\/src|test)\//;

/**
 * Returns whether a test uses a surface: a command, a panel, a tool, a route, a hook or the engine.
 */
export function isSurfaceTest({ file }: TaggedTest): boolean {
  return SURFACES.test(file);
}
