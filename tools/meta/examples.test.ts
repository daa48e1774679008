import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const EXAMPLE = fileURLToPath(new URL("../../docs/examples/decide.ts", import.meta.url));
const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

it("README.md shows the example as it is", () => {
  expect(block("ts")).toBe(readFileSync(EXAMPLE, "utf8"));
});

it("README.md shows what the example prints", () => {
  expect(block("text output")).toBe(
    execFileSync(process.execPath, [EXAMPLE], { encoding: "utf8" }),
  );
});

function block(language: string): string | undefined {
  return README.split(`\n\`\`\`${language}\n`)[1]?.split("```\n")[0];
}
