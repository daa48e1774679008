import { describe, expect, it } from "vitest";
import { loadTestPolicy } from "../../testing/load-test-policy.ts";
import { allowanceFor, answerCost } from "./spending.ts";

const { limits: LIMITS } = loadTestPolicy({
  limits: { costUsdPerReview: 2, costUsdPerTask: 6, costUsdPerDay: 60 },
});
const NOTHING = { review: 0, task: { costUsd: 0, budgetUsd: null }, today: 0 };

describe("what an answer may cost", () => {
  it.each([
    ["the reviewer's own budget", 0.4, NOTHING, 0.4],
    ["the cap of a review, where the reviewer has no budget", null, NOTHING, 2],
    ["what earlier tries have left of the review", 1, { ...NOTHING, review: 1.75 }, 0.25],
    ["what is left of the task", 1, { ...NOTHING, task: { costUsd: 5.5, budgetUsd: null } }, 0.5],
    ["what is left of the day", 1, { ...NOTHING, today: 59.75 }, 0.25],
    [
      "what a person allowed the task, whatever the day",
      1,
      { review: 0, task: { costUsd: 7, budgetUsd: 10 }, today: 90 },
      1,
    ],
    ["nothing, for one that is free", 0, { ...NOTHING, today: 90 }, 0],
  ])("is %s", (_, budgetUsd, spent, expected) => {
    expect(allowanceFor({ budgetUsd }, LIMITS, spent)).toEqual({ ok: true, budgetUsd: expected });
  });

  it.each([
    [{ ...NOTHING, review: 2 }, "The spending cap of one review is reached: $2.00 of $2.00."],
    [
      { ...NOTHING, task: { costUsd: 6.2, budgetUsd: null } },
      "The spending cap of one task is reached: $6.20 of $6.00.",
    ],
    [
      { ...NOTHING, task: { costUsd: 20, budgetUsd: 20 } },
      "The spending cap of one task is reached: $20.00 of $20.00.",
    ],
    [{ ...NOTHING, today: 60 }, "The spending cap of one day is reached: $60.00 of $60.00."],
  ])("is nothing at a cap: %o", (spent, reason) => {
    expect(allowanceFor({ budgetUsd: 1 }, LIMITS, spent)).toEqual({ ok: false, reason });
  });

  it("counts as spent in full where nobody knows what it was", () => {
    const usage = { inputTokens: 1, outputTokens: 1 };

    expect(answerCost({ ...usage, costUsd: 0.03 }, 1)).toBe(0.03);
    expect(answerCost({ ...usage, costUsd: null }, 1)).toBe(1);
    expect(answerCost(null, 0.5)).toBe(0.5);
    expect(answerCost({ ...usage, costUsd: Number.NaN }, 0.5)).toBe(0.5);
    expect(answerCost({ ...usage, costUsd: -3 }, 0.5)).toBe(0.5);
  });
});
