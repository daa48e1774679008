import { expect, it } from "vitest";
import { EXIT_CODES } from "./exit-codes.ts";

it("has one name for each exit code", () => {
  const codes = Object.values(EXIT_CODES).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
