import { describe, expect, it } from "vitest";
import { lossPerMinute, type RunFacts, sizeMinutes } from "./review-loss.ts";

const NONE = { critical: 0, major: 0, warning: 0 };
const facts = (given: Partial<RunFacts>): RunFacts => ({
  risk: 3,
  findings: NONE,
  minutes: 4,
  ...given,
});

describe("lossPerMinute", () => {
  it("grows with risk and findings, and falls with reading time", () => {
    const base = lossPerMinute(facts({}));
    expect(lossPerMinute(facts({ risk: 4 }))).toBeGreaterThan(base);
    expect(lossPerMinute(facts({ findings: { ...NONE, major: 1 } }))).toBeGreaterThan(base);
    expect(lossPerMinute(facts({ minutes: 8 }))).toBeLessThan(base);
  });

  it("places a critical finding before any risk of the same size", () => {
    const critical = facts({ risk: 1, findings: { ...NONE, critical: 1 } });
    expect(lossPerMinute(critical)).toBeGreaterThan(lossPerMinute(facts({ risk: 10 })));
  });

  it("takes a change that was not judged yet for one of medium risk", () => {
    expect(lossPerMinute(facts({ risk: null }))).toBe(lossPerMinute(facts({ risk: 5 })));
  });

  it("does not prefer a harmless change for being tiny", () => {
    const tiny = facts({ risk: 1, minutes: 0.1 });
    expect(lossPerMinute(tiny)).toBeLessThan(lossPerMinute(facts({ risk: 7, minutes: 6 })));
  });
});

describe("sizeMinutes", () => {
  it("grows with lines, files and open findings", () => {
    expect(sizeMinutes({ lines: 120, files: 2, findings: 1 })).toBe(3.5);
    expect(sizeMinutes({ lines: 0, files: 0, findings: 0 })).toBe(0);
  });
});
