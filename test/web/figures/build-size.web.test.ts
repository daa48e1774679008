import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { printFigures } from "../../../packages/cli/src/testing/print-figures.ts";

const DIST = fileURLToPath(new URL("../../../packages/web/dist", import.meta.url));
/** Kilobytes of 1,000 bytes. */
const KB = 1_000;
const MAX_BUILD_KB = 2_000;
/** Kilobytes of the first JavaScript, compressed. */
const MAX_FIRST_SCRIPT_KB = 230;

describe("the built pages", () => {
  it("are small as a whole", async () => {
    const index = await readFile(join(DIST, "index.html"), "utf8");
    const first = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)];
    const scripts = first.map(
      async ([, path = ""]) => gzipSync(await readFile(join(DIST, path))).length,
    );
    const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map(
      async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
    );
    const firstScriptKb = Math.round(sum(await Promise.all(scripts)) / KB);
    const buildKb = Math.round(sum(await Promise.all(sizes)) / KB);
    printFigures("the build", { firstScriptKb, buildKb });

    expect(first.length).toBeGreaterThan(0);
    expect(firstScriptKb).toBeLessThanOrEqual(MAX_FIRST_SCRIPT_KB);
    expect(buildKb).toBeLessThanOrEqual(MAX_BUILD_KB);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
