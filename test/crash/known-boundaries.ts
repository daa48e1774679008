import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NAMED = /\bboundary\("([a-z_.]+)"\)/g;

/** Every boundary that the sources name. */
export function knownBoundaries(): string[] {
  const files = globSync("packages/*/src/**/*.ts", { cwd: ROOT });
  const texts = files
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(ROOT, file), "utf8"));
  const names = texts.flatMap((text) => [...text.matchAll(NAMED)].flatMap(([, name = ""]) => name));
  return [...new Set(names)].toSorted();
}
