import { expect, it } from "vitest";
import { wrap } from "./wrap.ts";

it("breaks between words, and never inside one", () => {
  expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrap("incomprehensible no", 5)).toEqual(["incomprehensible", "no"]);
  expect(wrap("", 5)).toEqual([""]);
});
