import { describe, expect, it } from "vitest";
import { findGreenPart } from "./find-green-part.ts";

/** Checks a train in which these tasks, counted from 1, break what comes before them. */
function trainWith(...breaks: number[]) {
  const checked: number[] = [];
  const check = async (count: number) => {
    checked.push(count);
    const first = breaks.find((at) => at <= count);
    return first === undefined ? null : `task ${first}`;
  };
  return { check, checked };
}

describe("findGreenPart", () => {
  it("checks a train without a fault once", async () => {
    const { check, checked } = trainWith();

    expect(await findGreenPart(16, check)).toEqual({ green: 16, failure: null });
    expect(checked).toEqual([16]);
  });

  it.each(Array.from({ length: 16 }, (_, index) => index + 1))(
    "finds task %i of 16 with at most five checks",
    async (culprit) => {
      const { check, checked } = trainWith(culprit);

      expect(await findGreenPart(16, check)).toEqual({
        green: culprit - 1,
        failure: `task ${culprit}`,
      });
      expect(checked.length).toBeLessThanOrEqual(5);
    },
  );

  it("finds the first of several faults", async () => {
    expect(await findGreenPart(8, trainWith(3, 6).check)).toEqual({ green: 2, failure: "task 3" });
  });

  it("returns only a part whose checks passed, even if a later task repairs an earlier one", async () => {
    const red = new Set([2, 4, 8]);
    const { green, failure } = await findGreenPart(8, async (count) => red.has(count) || null);

    expect([green === 0 || !red.has(green), failure, red.has(green + 1)]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
