import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readTitles } from "./read-titles.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The titles of all tests of the repository, also of those in files that tests share. */
export function allTitles(): string[] {
  return globSync("{packages,tools,test}/**/*.ts", { cwd: ROOT, exclude: isInstalled })
    .map((path): [string, string] => [path, readFileSync(`${ROOT}/${path}`, "utf8")])
    .filter(([, text]) => text.includes('from "vitest"'))
    .flatMap(([path, text]) => readTitles(path, text));
}

function isInstalled(path: string): boolean {
  return path.endsWith("node_modules");
}
