import { describe, expect, it } from "vitest";
import type { Policy } from "../policy.ts";
import { SHIPPED_POLICIES } from "../shipped/policies.ts";
import { SHIPPED_RULES } from "../shipped/rules.ts";
import { Profile } from "../words.ts";
import { loadPolicy } from "./load-policy.ts";

function load(file: Record<string, unknown>): Policy {
  const loaded = loadPolicy(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

function everyChainOf(policy: Policy): string[] {
  return [...new Set(Object.values(policy.chains).map((layers) => layers.join(" ")))];
}

const MACHINES_ONLY = ["universal"];

describe("a profile", () => {
  it.each(Profile.options)(
    "%s keeps the rows of the tables and every limit [R-138] [C8] [D16]",
    (profile) => {
      expect(load({ profile }).tables).toEqual({
        severity: {
          fail: "rework",
          needsFixes: "rework",
          warnings: "flag",
          concerns: "flag",
          pass: "advance",
        },
        panel: {
          concernsForConflict: 2,
          conflict: "clarify",
          concern: "flag",
          approved: "advance",
        },
        chain: { concerns: "rework", approved: "advance" },
        limits: { attempts: true, cost: true, stalled: true },
      });
    },
  );

  it("takes what needs_fixes does from the gate [R-132] [C17]", () => {
    expect(load({ gate: { needsFixes: "flag" } }).tables.severity.needsFixes).toBe("flag");
  });

  it("strict separates four eyes and escalates when nobody is available [C9]", () => {
    const { trust, onUnavailable } = load({ profile: "strict" });

    expect([trust.separation, onUnavailable]).toEqual(["four_eyes", "escalate"]);
  });

  it("chains lets the chain decide, after the built-in checks", () => {
    const policy = load({ profile: "chains" });

    expect(policy.modes.default).toBe("skip");
    expect(policy.chains).toEqual(load({}).chains);
    expect(policy.policies.map(({ id }) => id)).toEqual(MACHINES_ONLY);
    expect(policy.rules).toEqual([]);
  });

  it("modes has no layer but self, and lets a planner choose auto", () => {
    const policy = load({ profile: "modes" });

    expect(everyChainOf(policy)).toEqual(["self"]);
    expect(policy.modes).toMatchObject({ default: "batch", floor: "auto" });
    expect(policy.policies.map(({ id }) => id)).toEqual(MACHINES_ONLY);
  });

  it("cycles has one peer review for every type", () => {
    const policy = load({ profile: "cycles" });

    expect(everyChainOf(policy)).toEqual(["self peer"]);
    expect(policy.modes.default).toBe("skip");
    expect(policy.limits.attempts).toBe(3);
    expect(policy.policies.map(({ id }) => id)).toEqual(MACHINES_ONLY);
  });

  it("panel asks two members about everything and counts no finding of theirs", () => {
    const policy = load({ profile: "panel" });

    expect(policy.panel).toEqual({ members: ["codex", "gemini"], quorum: 2, when: "always" });
    expect(policy.gate.counts).toBe("severity");
    expect([everyChainOf(policy), policy.modes.default]).toEqual([["self"], "skip"]);
    expect(policy.policies.map(({ id }) => id)).toEqual(MACHINES_ONLY);
  });

  it("pipeline asks the shipped reviewers and nobody else [R-097]", () => {
    const policy = load({ profile: "pipeline" });

    expect([everyChainOf(policy), policy.modes.default]).toEqual([["self"], "skip"]);
    expect(policy.policies).toEqual(SHIPPED_POLICIES);
    expect(policy.rules).toEqual(SHIPPED_RULES);
  });

  it("can be overridden by the file, value by value", () => {
    const policy = load({ profile: "panel", panel: { quorum: 1 }, chains: { code: ["owner"] } });

    expect(policy.panel).toEqual({ members: ["codex", "gemini"], quorum: 1, when: "always" });
    expect(everyChainOf(policy)).toEqual(["owner", "self"]);
    expect(load({ profile: "panel", panel: null }).panel).toBeNull();
  });
});
