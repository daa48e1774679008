import { describe, expect, it } from "vitest";
import { SHIPPED_RULES } from "../../../packages/core/src/policy/shipped/rules.ts";
import { CONFIGURATIONS, type Comparison, compareWithDefaults } from "./compare-configurations.ts";

const names = Object.keys(CONFIGURATIONS);

function weaker(comparisons: readonly Comparison[]): string[] {
  return comparisons.flatMap(({ example, is }) => (is === "weaker" ? [example] : []));
}

describe("the rule examples under a configuration and under none (npm run rules:compare)", () => {
  it.each(names.filter((name) => name !== "preset fast"))("%s is never weaker", async (name) => {
    const comparisons = await compareWithDefaults(name);

    expect(comparisons).toHaveLength(2 * SHIPPED_RULES.length);
    expect(weaker(comparisons)).toEqual([]);
  });

  it("preset fast asks no agent and lets checks stand in for the owner; its gate is never weaker", async () => {
    const comparisons = await compareWithDefaults("preset fast");

    expect(weaker(comparisons)).toHaveLength(comparisons.length);
    for (const { without, with: found } of comparisons) {
      expect(found.gate).toBe(without.gate);
      expect(found.agents).toEqual([]);
    }
  });

  it("init fails what it failed to find before: tests that check less, leftovers, dependencies", async () => {
    const comparisons = await compareWithDefaults("init, no agent");
    const gates = new Map(comparisons.map(({ example, with: found }) => [example, found.gate]));

    expect(gates.get("wt-skip-01 fails")).toBe("needs_fixes");
    expect(gates.get("wt-assertion-01 fails")).toBe("needs_fixes");
    expect(gates.get("wt-skip-01 passes")).toBe("pass");
  });
});
