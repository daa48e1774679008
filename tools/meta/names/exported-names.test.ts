import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  exportedTypes,
  exportedValues,
  findRepeatedTypes,
  findRepeatedValues,
} from "./exported-names.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

it("no exported type has a name that another file exports too", () => {
  expect(Object.fromEntries(findRepeatedTypes(ROOT))).toEqual({});
});

it("no exported function or constant has a name that another file exports too", () => {
  expect(Object.fromEntries(findRepeatedValues(ROOT))).toEqual({});
});

it("finds exported types and interfaces, and nothing else", () => {
  const source = "export type A = 1; export interface B {} type C = 2; export const D = 3;";
  expect([...exportedTypes("a.ts", source)]).toEqual(["A", "B"]);
});

it("finds exported functions, classes and constants, except commands", () => {
  const source = [
    "export type A = 1; export const B = 2; export function* c() {}; export class D {}",
    "export const e = defineCommand({}); export const f = defineTool({}); const G = 1;",
  ].join("\n");
  expect([...exportedValues("a.ts", source)]).toEqual(["B", "c", "D", "f"]);
});
