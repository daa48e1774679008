import { describe, expect, it } from "vitest";
import { measureDecideSpeed } from "./decide-speed.ts";

describe("the speed of decide", () => {
  it("is 10,000 per second at 100 requirements and 200 findings, or as much as a busy machine lets it", () => {
    const { requirements, findings, decisionsPerSecond, digestsPerSecond } = measureDecideSpeed(60);
    const quiet = 10_000;
    const busy = digestsPerSecond / 30;

    expect({ requirements, findings }).toEqual({ requirements: 100, findings: 200 });
    expect(decisionsPerSecond).toBeGreaterThanOrEqual(Math.min(quiet, busy));
  });
});
