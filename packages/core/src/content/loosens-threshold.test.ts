import { describe, expect, it } from "vitest";
import { loosensThreshold } from "./loosens-threshold.ts";

describe("loosensThreshold", () => {
  it.each([
    ["vitest.config.ts", "branches: 100,", "branches: 90,"],
    ["jest.config.js", "lines: 80,", "lines: 79.5,"],
    ["package.json", '      "statements": 80,', '      "statements": 8,'],
    [".nycrc.json", '"functions": 90', '"functions": 70'],
    ["pyproject.toml", "fail_under = 80", "fail_under = 70"],
    [".github/workflows/ci.yml", "pytest --cov-fail-under=80", "pytest --cov-fail-under=60"],
    ["Makefile", "pytest --cov-fail-under 80", "pytest"],
    ["spec/spec_helper.rb", "  minimum_coverage 90", "  minimum_coverage 50"],
    ["pom.xml", "<minimum>0.80</minimum>", "<minimum>0.10</minimum>"],
    ["codecov.yml", "target: 80%", "target: 20%"],
    ["package.json", '"lint": "eslint --max-warnings 0"', '"lint": "eslint --max-warnings 50"'],
    ["a.test.ts", "expect(x).toBeCloseTo(0.3, 5);", "expect(x).toBeCloseTo(0.3, 1);"],
    ["a.test.ts", "const tolerance = 0.01;", "const tolerance = 0.5;"],
    ["a.spec.ts", "maxDiffPixels: 10", "maxDiffPixels: 1_000"],
    ["test_a.py", "approx(3, abs=1e-6)", "approx(3, abs=1e-1)"],
    ["test_a.py", "assertAlmostEqual(a, b, places=7)", "assertAlmostEqual(a, b, places=1)"],
    ["a.test.ts", "retries: 0", "retries: 5"],
  ])("is true in %s for %j → %j and false the other way round", (path, old, now) => {
    expect(loosensThreshold(path, { removed: [old], added: [now] })).toBe(true);
    expect(loosensThreshold(path, { removed: [now], added: [old] })).toBe(false);
    expect(loosensThreshold(path, { removed: [old], added: [old] })).toBe(false);
  });

  it.each([
    ["src/render.ts", "lines: 80", "lines: 20"],
    ["src/physics.ts", "const tolerance = 0.01", "const tolerance = 0.5"],
    ["vitest.config.ts", "testTimeout: 20", "testTimeout: 10"],
    ["a.test.ts", "const users = 3", "const users = 2"],
    ["a.test.ts", "tolerance: 1.2.3", "tolerance: 9"],
  ])("is false in %s for %j → %j, which is no such setting", (path, old, now) => {
    expect(loosensThreshold(path, { removed: [old], added: [now] })).toBe(false);
  });

  it("compares by name, not by place", () => {
    const removed = ["branches: 80", "lines: 90"];

    expect(
      loosensThreshold("vitest.config.ts", {
        removed,
        added: ["lines: 90", "branches: 80"],
      }),
    ).toBe(false);
    expect(
      loosensThreshold("vitest.config.ts", {
        removed,
        added: ["lines: 80", "branches: 90"],
      }),
    ).toBe(true);
  });

  it("takes a coverage limit that disappears for loosened, a tolerance that disappears not", () => {
    expect(
      loosensThreshold("vitest.config.ts", {
        removed: ["branches: 1"],
        added: [],
      }),
    ).toBe(true);
    expect(loosensThreshold("a.test.ts", { removed: ["tolerance: 1"], added: [] })).toBe(false);
  });
});
