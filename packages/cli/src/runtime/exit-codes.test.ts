import { ERRORS } from "@countersign/core";
import { expect, it } from "vitest";
import { EXIT_CODES } from "./exit-codes.ts";

it("explains every exit code that an error has", () => {
  const explained = new Set<number>(Object.values(EXIT_CODES).map(({ code }) => code));
  const missing = Object.entries(ERRORS).filter(([, { exitCode }]) => !explained.has(exitCode));
  expect(missing).toEqual([]);
});
