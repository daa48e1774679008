import { expect, it } from "vitest";
import { readRequirement } from "./read-requirement.ts";

it.each([
  ["people=2", { people: 2, level: "signed", witness: false }],
  ["level=touched", { people: 0, level: "touched", witness: false }],
  ["people=1,level=told", { people: 1, level: "told", witness: false }],
  ["level=unlocked, people=3", { people: 3, level: "unlocked", witness: false }],
  ["people=1, witness", { people: 1, level: "signed", witness: true }],
])("reads %s", (text, required) => {
  expect(readRequirement(text)).toEqual(required);
});

it.each(["", "people", "people=two", "level=seen", "person=1", "witness=1"])(
  "refuses %j",
  (text) => {
    expect(() => readRequirement(text)).toThrow("is not a requirement");
  },
);
