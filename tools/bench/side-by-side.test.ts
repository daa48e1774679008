import { describe, expect, it } from "vitest";
import { eachAtOnce, freshNames, quantile, roundFigure, sideBySide } from "./side-by-side.ts";

describe("two ways of the same work, side by side", () => {
  it("are measured in turns after one warm-up each, and begin in turns", async () => {
    const order: string[] = [];
    const slice = (name: string, rate: number) => async () => {
      order.push(name);
      return rate;
    };

    const measured = await sideBySide(2, slice("ours", 70), slice("bare", 100));

    expect(order.join(" ")).toBe("ours bare ours bare bare ours");
    expect(measured).toEqual({
      ratio: 0.7,
      spread: [0.7, 0.7],
      rounds: 2,
      oursPerSecond: 70,
      barePerSecond: 100,
    });
  });

  it("give the median of the rounds, so that one disturbed round does not count", async () => {
    const rates = [1, 50, 100, 50].values();

    const measured = await sideBySide(
      3,
      async () => rates.next().value ?? 0,
      async () => 100,
    );

    expect(measured).toMatchObject({ ratio: 0.5, spread: [0.5, 1] });
  });

  it.each([
    [0.5, 2],
    [0.95, 4],
    [0.25, 1],
  ])("find the value at %f of four", (part, value) => {
    expect(quantile([3, 1, 4, 2], part)).toBe(value);
  });

  it("are told in three digits", () => {
    expect([0.123456, 1234.5].map(roundFigure)).toEqual([0.123, 1230]);
  });

  it("do so many things at once and each of them once", async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;

    await eachAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(item);
    });

    expect({ most, done: done.toSorted() }).toEqual({ most: 2, done: [1, 2, 3, 4, 5] });
  });

  it("never use a name twice", () => {
    const names = freshNames((number) => `cs-${number}`);

    expect([names(2), names(1)]).toEqual([["cs-1", "cs-2"], ["cs-3"]]);
  });
});
