export type Json = ReturnType<typeof JSON.parse>;

/** A small TypeScript project without dependencies, whose tests Node runs. */
export const PROJECT = {
  "package.json": `${JSON.stringify({
    name: "ledger",
    type: "module",
    scripts: { test: "node --test" },
  })}\n`,
  "src/total.ts":
    "export const total = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0);\n",
  "test/total.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/total.ts";

test("adds cents", () => assert.equal(total([1, 2]), 3));
`,
  "src/reports.ts": reports({}),
};

/** Forty lines of constants, in which single lines can be given other values. */
export function reports(values: Readonly<Record<number, number>>): string {
  const lines = Array.from({ length: 40 }, (_, at) => constant(`report${at}`, values[at] ?? at));
  return lines.join("");
}

/** A module of the project that exports one number. */
export function constant(name: string, value: number): string {
  return `export const ${name} = ${value};\n`;
}

export const waitsForPerson = ({ state, turn }: Json): boolean =>
  state === "reviewing" && turn.holder === "person";

export const isIn =
  (wanted: string) =>
  ({ state }: Json): boolean =>
    state === wanted;
