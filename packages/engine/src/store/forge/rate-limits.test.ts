import { describe, expect, it } from "vitest";
import { type BucketTimes, SPARE_POINTS, takeTokens } from "./rate-limits.ts";

const READ = { writes: 0, points: 6, spare: SPARE_POINTS };
const ANSWER = { writes: 1, points: 6 };

describe("takeTokens", () => {
  it("leaves room for the answers to five merge groups if reads take all that they may", () => {
    let fullAt: BucketTimes = { minuteWrites: 0, hourWrites: 0, points: 0 };
    const take = (cost: typeof ANSWER) => {
      const result = takeTokens(fullAt, cost, 1_000_000);
      if (result.is === "taken") ({ fullAt } = result);
      return result.is;
    };
    while (take(READ) === "taken");
    expect(Array.from({ length: 5 }, () => take(ANSWER))).toEqual(Array(5).fill("taken"));
  });
});
