import { describe, expect, it } from "vitest";
import { input, requirement } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";
import { judge } from "./judge.ts";
import { weigh } from "./trust.ts";

/** A requirement as a damaged log might hold it. */
const CORRUPT = JSON.parse(JSON.stringify({ ...requirement("check:tests"), table: "tarot" }));

describe("judge", () => {
  it("is loud about a table that does not exist", () => {
    const given = input({ stages: [] });
    const [item] = weigh(given, [CORRUPT]).weighed;

    expect(() => item && judge(item, given.policy.tables, new Set())).toThrow(
      'Unexpected value: "tarot"',
    );
  });

  it("is not asked before the requirement has its answers", () => {
    expect(decide(input({ stages: [[CORRUPT]] })).effect).toBe("wait");
  });
});
