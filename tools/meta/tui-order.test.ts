import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { TUI_ORDER } from "./walls.ts";

const SOURCES = fileURLToPath(new URL("../../packages/tui/src", import.meta.url));
/** Sample data and the entry points stand beside the order. */
const OUTSIDE: ReadonlySet<string> = new Set(["tour", "testing", "open-tui.ts", "index.ts"]);

const files = globSync("**/*.ts", { cwd: SOURCES }).filter(
  (file) => !file.endsWith(".test.ts") && !file.startsWith("testing/"),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

it("every folder of tui has a place in the order", () => {
  const folders = new Set(files.map((file) => file.split("/")[0] ?? ""));
  const unknown = [...folders].filter((name) => !TUI_ORDER.includes(name) && !OUTSIDE.has(name));
  expect(unknown).toEqual([]);
});

it("a folder of tui imports only folders before it", () => {
  const upward = edges().filter(([from, to]) => rank(to) > rank(from));
  expect(upward).toEqual([]);
});

it("panels do not import each other", () => {
  const across = edges().filter(
    ([from, to]) =>
      from.startsWith("panels/") && to.startsWith("panels/") && dirname(from) !== dirname(to),
  );
  expect(across).toEqual([]);
});

it("no file of tui imports itself over others, not even a type", () => {
  expect(files.filter((file) => reaches(file, file))).toEqual([]);
});

function edges(): [from: string, to: string][] {
  return [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => dirname(to) !== dirname(from)).map((to): [string, string] => [from, to]),
  );
}

/** The position of a file's folder; files outside of the order may import everything. */
function rank(file: string): number {
  const [folder = ""] = file.split("/");
  return OUTSIDE.has(folder) ? TUI_ORDER.length : TUI_ORDER.indexOf(folder);
}

function reaches(from: string, target: string): boolean {
  const seen = new Set<string>();
  const queue = [...(imports.get(from) ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === target) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    queue.push(...(imports.get(next) ?? []));
  }
  return false;
}

function importsOf(file: string): string[] {
  const text = readFileSync(`${SOURCES}/${file}`, "utf8");
  const folder = resolve(SOURCES, dirname(file));
  return [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) =>
    relative(SOURCES, resolve(folder, path)),
  );
}
