import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const script = read("../../../.ci/run");

it("runs every part of npm run check, and the core's coverage", () => {
  const { scripts } = JSON.parse(read("../../../package.json")) as { scripts: { check: string } };
  const parts = [...scripts.check.split(" && "), "npm run coverage"];
  expect(parts.filter((part) => !script.includes(` ${part}`))).toEqual([]);
});

it("counts the core's unit tests with its coverage, and all others as unit tests", () => {
  const stages = [...script.matchAll(/^ {2}tests (\w+) (.*)$/gm)].map(([, name, run]) => [
    name,
    run,
  ]);
  expect(Object.fromEntries(stages)).toMatchObject({
    unit: "env EXCEPT_CORE=1 npm run test:unit --",
    coverage: "npm run coverage --",
  });
});

/** What takes minutes of killing and starting again is left to `npm test`. */
const TOO_LONG = ["crash"];

it("runs every Vitest project but those that take too long", () => {
  const names = [...read("../../../vitest.config.ts").matchAll(/\bname: "(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toContain("unit");
  const stages = [...script.matchAll(/^ {2}tests .*$/gm)].join("\n");
  const runs = (name: string) => RegExp(`(test:|--project )${name}\\b`).test(stages);
  expect(names.filter((name) => !runs(name ?? ""))).toEqual(TOO_LONG);
});

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
