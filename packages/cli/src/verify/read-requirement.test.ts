import { expect, it } from "vitest";
import { readRequirement } from "./read-requirement.ts";

it.each([
  ["people=2", { people: 2, level: "signed" }],
  ["level=touched", { people: 0, level: "touched" }],
  ["people=1,level=told", { people: 1, level: "told" }],
  ["level=unlocked, people=3", { people: 3, level: "unlocked" }],
])("reads %s", (text, required) => {
  expect(readRequirement(text)).toEqual(required);
});

it.each(["", "people", "people=two", "level=seen", "person=1"])("refuses %j", (text) => {
  expect(() => readRequirement(text)).toThrow("is not a requirement");
});
