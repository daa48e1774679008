import { describe, expect, it } from "vitest";
import { wasLiveSince } from "./find-moved-checkout.ts";

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;

describe("wasLiveSince", () => {
  it.each([
    ["heard after the target was last seen unmoved", NOW - MINUTE, false, true],
    ["stopped shortly before", NOW - 11 * MINUTE, false, true],
    ["stopped long before", NOW - 13 * MINUTE, false, false],
    ["at work since hours", NOW - 200 * MINUTE, true, true],
    ["at work and never heard again", NOW - 241 * MINUTE, true, false],
  ])("judges a session that was %s", (_, heardMs, isAtWork, isLive) => {
    expect(wasLiveSince({ heardMs, isAtWork }, NOW - 2 * MINUTE, NOW)).toBe(isLive);
  });
});
