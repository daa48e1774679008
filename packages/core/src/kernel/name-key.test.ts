import { describe, expect, it } from "vitest";
import { isSameName, nameKey } from "./name-key.ts";

describe("isSameName", () => {
  it.each([
    ["ceo", "ceo"],
    ["ceo", "Ceo"],
    ["ceo", "CEO"],
    ["ceo", "ｃｅｏ"],
    ["ceo", "ℂeo"],
    ["stra\u00dfe", "STRASSE"],
    ["e\u0301va", "\u00c9va"],
  ])("takes %s and %s for one name", (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(nameKey(one)).toBe(nameKey(nameKey(other)));
  });

  it.each([
    ["ceo", "cto"],
    ["ceo", "c\u0435o"],
    ["dev-1", "dev1"],
  ])("tells %s from %s", (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});
