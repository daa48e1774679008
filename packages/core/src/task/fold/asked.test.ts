import { describe, expect, it } from "vitest";
import { timesRetried } from "./asked.ts";

describe("timesRetried", () => {
  const asked = { "agent:reviewer": 2, "agent:reviewer one": 3 };

  it.each([
    ["one", 3],
    ["two", 0],
  ])("counts the retries of the seat of %s", (actor, times) => {
    expect(timesRetried({ asked }, { requirement: "agent:reviewer", actor })).toBe(times);
  });
});
