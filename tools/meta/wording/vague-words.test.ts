import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Some occurrences are stored values and applied migrations, which cannot change. */
const MAX_OCCURRENCES = 30;

const VAGUE =
  /whoever|somebody|nobody|\banew\b|\bfor ever\b|so many|what it is at|so it is|lies there|\bstands\b|has it that|in the way|brings along|takes back|gives back|hears of|is told|leaves the house/i;

/** Tests, decisions and recorded data. */
const EXEMPT =
  /\.test\.|^docs\/decisions|^test\/|package-lock|\.snap|golden|test-titles|\/testing\/|^tools\/meta/;

const BINARY = /\.(?:png|gif|ico|jpe?g|gz|tgz|woff2?)$/;

/** Returns each line with a vague word as `path:line: text`. */
function findVagueLines(path: string): string[] {
  return readFileSync(`${ROOT}/${path}`, "utf8")
    .split("\n")
    .flatMap((text, at) =>
      VAGUE.test(text) ? [`${path}:${at + 1}: ${text.trim().slice(0, 120)}`] : [],
    );
}

it("few lines of the repository have a vague word", () => {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" });
  const paths = listed
    .split("\0")
    .filter((path) => path !== "" && !EXEMPT.test(path) && !BINARY.test(path))
    .filter((path) => existsSync(`${ROOT}/${path}`));
  const found = paths.flatMap(findVagueLines);

  const report = `${found.length} lines:\n${found.join("\n")}`;
  expect(found.length, report).toBeLessThanOrEqual(MAX_OCCURRENCES);
  expect(paths.length).toBeGreaterThan(1_000);
});
