import { describe, expect, it } from "vitest";
import { revokeAdvice } from "./revoke-advice.ts";

describe("revokeAdvice", () => {
  it.each([
    ["countersign token", "with countersign token revoke"],
    ["GitHub token", "at GitHub"],
    ["Fly.io access token", "at Fly.io"],
    ["JSON web token", "where it was issued"],
    ["password or key", "where it was issued"],
  ])("says where to revoke a %s", (what, where) => {
    expect(revokeAdvice(what)).toBe(`Revoke it ${where}: the history of the branch contains it.`);
  });
});
