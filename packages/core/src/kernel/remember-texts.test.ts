import { expect, it, vi } from "vitest";
import { rememberTexts } from "./remember-texts.ts";

it("computes recent texts once", () => {
  const compute = vi.fn((text: string) => text.toUpperCase());
  const upper = rememberTexts({ texts: 2, characters: 3 }, compute);

  expect(["a", "b", "a", "b", "c", "a"].map(upper)).toEqual(["A", "B", "A", "B", "C", "A"]);
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c"]);
});

it("computes a text again after enough others, and a long text every time", () => {
  const compute = vi.fn((text: string) => text.length > 1);
  const isLong = rememberTexts({ texts: 2, characters: 3 }, compute);

  for (const text of ["a", "b", "c", "d", "e", "a", "xxx", "xxx", "xxxx", "xxxx"]) isLong(text);
  expect(compute.mock.calls.flat()).toEqual([
    ...["a", "b", "c", "d", "e", "a", "xxx", "xxxx", "xxxx"],
  ]);
});

it("computes a result of null again only when it is no longer recent", () => {
  const compute = vi.fn(() => null);
  const nothing = rememberTexts({ texts: 2, characters: 3 }, compute);

  expect([nothing("a"), nothing("a")]).toEqual([null, null]);
  expect(compute).toHaveBeenCalledOnce();
});
