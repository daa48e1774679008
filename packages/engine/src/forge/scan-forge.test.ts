import { describe, expect, it } from "vitest";
import { pickTurn } from "./scan-forge.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("pickTurn", () => {
  it.each([0, 1, 100, 101, 250, 1_000])("covers %i heads, at most 100 per turn", (count) => {
    const turns = Math.max(1, Math.ceil(count / 100));
    for (const start of [0, 7]) {
      const picked = numbers(turns).map((turn) => pickTurn(numbers(count), start + turn));
      expect(picked.every(({ length }) => length <= 100)).toBe(true);
      expect(picked.flat().toSorted((a, b) => a - b)).toEqual(numbers(count));
    }
  });
});
