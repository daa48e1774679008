import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";
import { generateMerges } from "./figures/large-history.ts";
import { rootOf, writeHistory } from "./lab/generate-history.ts";

/** Lines that git is asked for one more merge: objects to read, sizes to tell, trees to compare. */
const MAX_LINES_PER_MERGE = 45;

const folder = mkdtempSync(join(tmpdir(), "countersign-questions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pathOf = (program: string) =>
  execFileSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();

/** Writes a program that is git, and that writes down what git is asked. */
function writeListeningGit(log: string): string {
  const file = `${log}-git`;
  writeFileSync(file, `#!/bin/sh\n${pathOf("tee")} -a "${log}" | ${pathOf("git")} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Verifies all of so many merges, and returns the number of lines that git was asked. */
async function linesFor(merges: number): Promise<number> {
  const lab = generateMerges(merges);
  const directory = join(folder, `clone-${merges}`);
  writeHistory(lab, directory);
  const log = join(folder, `asked-${merges}`);
  const git = writeListeningGit(log);
  const { result } = await verifyClone({ directory, root: rootOf(lab), git });
  expect(result).toBe("proved");
  return readFileSync(log, "latin1").split("\n").length;
}

it("asks git about each merge of a long chain only so often", async () => {
  const more = (await linesFor(80)) - (await linesFor(40));
  expect(more / 40).toBeLessThan(MAX_LINES_PER_MERGE);
  expect(more / 40).toBeGreaterThan(10);
});
