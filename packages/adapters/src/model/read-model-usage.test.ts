import { describe, expect, it } from "vitest";
import { readModelUsage } from "./read-model-usage.ts";

function usage(read: number | undefined, written: number | undefined) {
  const rest = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  return {
    inputTokens: { total: read, ...rest },
    outputTokens: { total: written, text: undefined, reasoning: undefined },
  };
}

describe("readUsage", () => {
  const price = { inputPerMillion: 3, outputPerMillion: 15 };

  it("counts tokens, and their cost where there is a price", () => {
    expect(readModelUsage(usage(1_000, 200), price)).toEqual({
      inputTokens: 1_000,
      outputTokens: 200,
      costUsd: 0.006,
    });
    expect(readModelUsage(usage(0, 0), undefined)).toEqual({
      inputTokens: 0,
      outputTokens: 0,
      costUsd: null,
    });
  });

  it.each([
    [undefined, 1],
    [1, undefined],
    [-1, 1],
    [1, 1.5],
    [Number.POSITIVE_INFINITY, 1],
    [1, Number.NaN],
    [2_000_000_000, 1],
  ])("knows nothing of %j and %j tokens, which is not nothing", (read, written) => {
    expect(readModelUsage(usage(read, written), price)).toBeNull();
  });
});
