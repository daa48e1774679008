import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readTitles } from "./read-titles.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Lists the titles of all tests of the repository, including those in shared files. */
export function allTitles(): string[] {
  return globSync("{packages,tools,test}/**/*.ts", { cwd: ROOT, exclude: isInstalled })
    .map((path): [string, string] => [path, readFileSync(`${ROOT}/${path}`, "utf8")])
    .filter(([, text]) => text.includes('from "vitest"'))
    .flatMap(([path, text]) => readTitles(path, text));
}

function isInstalled(path: string): boolean {
  return path.endsWith("node_modules");
}
