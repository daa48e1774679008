import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { exportedTypes, findRepeatedTypes } from "./exported-names.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

it("no exported type has a name that another file exports too", () => {
  expect(Object.fromEntries(findRepeatedTypes(ROOT))).toEqual({});
});

it("finds exported types and interfaces, and nothing else", () => {
  const source = "export type A = 1; export interface B {} type C = 2; export const D = 3;";
  expect([...exportedTypes("a.ts", source)]).toEqual(["A", "B"]);
});
