import { describe, expect, it } from "vitest";
import {
  agentOf,
  barePolicy,
  idsOf,
  planOf,
  requirementOf,
  rule,
  UNIVERSAL,
} from "../../testing/plan-of.ts";
import { recompilePlan as recompile } from "../../testing/recompile-plan.ts";
import { Plan } from "../schema.ts";
import { recompile as recompileWith } from "./recompile.ts";

function withPolicies(...policies: object[]) {
  return planOf({ policy: barePolicy({ policies: [UNIVERSAL, ...policies] }) });
}

function withChain(code: readonly string[], file = {}) {
  return planOf({ policy: barePolicy({ chains: { code }, ...file }) });
}

const CODEX = rule("codex", "always", { reviewer: "codex" });
const GEMINI = rule("gemini", "always", { reviewer: "gemini" });

describe("a policy that a person accepted", () => {
  const accepted = (old: Plan, fresh: Plan) =>
    recompileWith(old, fresh, { canAnswer: () => true, acceptedBy: "ana" });

  it("drops what it no longer asks for, and names the person", () => {
    const plan = accepted(withPolicies(CODEX), withPolicies(GEMINI));

    expect(idsOf(plan)).not.toContain("agent:codex");
    expect(plan.dropped).toEqual([{ requirement: "agent:codex", acceptedBy: "ana" }]);
    expect(Plan.parse(plan)).toEqual(plan);
  });

  it("drops a layer, also one of merged layers", () => {
    const ana = { people: { csuite: ["ana"], owner: ["ana"] } };
    const plan = accepted(
      withChain(["self", "peer", "csuite", "owner"], ana),
      withChain(["self", "owner"], ana),
    );

    expect(idsOf(plan)).toEqual(["check:integrity", "layer:self", "layer:owner"]);
    expect(requirementOf(plan, "layer:owner").layers).toEqual(["owner"]);
    expect(plan.dropped?.map(({ requirement }) => requirement)).toEqual([
      "layer:peer",
      "layer:csuite",
    ]);
  });

  it("still adds requirements, and keeps the stricter terms", () => {
    const plan = accepted(withChain(["self"]), withChain(["self", "csuite"]));

    expect(idsOf(plan)).toContain("layer:csuite");
    expect(plan.dropped).toBeUndefined();
  });

  it("remembers what was dropped until it is asked for again", () => {
    const without = accepted(withChain(["self", "peer"]), withChain(["self"]));
    const later = recompile(without, withChain(["self"]));

    expect(later.dropped).toEqual([{ requirement: "layer:peer", acceptedBy: "ana" }]);
    expect(accepted(later, withChain(["self", "peer"])).dropped).toBeUndefined();
  });

  it("keeps a peer that has answered, where the policy asks for a peer and none is left", () => {
    const plan = accepted(planOf(), planOf({ roster: [agentOf("claude")] }));

    expect(idsOf(plan)).toContain("layer:peer");
    expect(plan.skipped).toEqual([]);
  });

  it("keeps a person whom a release named", () => {
    const old = withChain(["self", "peer"]);
    const named = {
      ...old,
      requirements: old.requirements.map((requirement) =>
        requirement.id === "layer:peer"
          ? { ...requirement, because: [{ entry: "release", fact: "ben was named" }] }
          : requirement,
      ),
    };
    const plan = accepted(named, withChain(["self"]));

    expect(idsOf(plan)).toContain("layer:peer");
    expect(plan.dropped).toBeUndefined();
  });
});

describe("seats that can no longer be answered", () => {
  const lost = (old: Plan, fresh: Plan) =>
    recompileWith(old, fresh, { canAnswer: () => false, acceptedBy: null });
  const alone = { roster: [agentOf("claude")] };

  it("are skipped with the reason of the fresh plan", () => {
    const plan = lost(planOf(), planOf(alone));

    expect(idsOf(plan)).not.toContain("layer:peer");
    expect(plan.skipped).toMatchObject([{ layer: "peer", reason: "alone" }]);
  });

  it("are skipped with a reason of their own where the fresh plan does not ask", () => {
    expect(lost(withChain(["self", "peer"]), withChain(["self"])).skipped).toMatchObject([
      { layer: "peer", detail: "dev-2 can no longer answer for this repository" },
    ]);
  });

  it("go to others, or to a person", () => {
    const others = planOf({ roster: [agentOf("claude"), agentOf("dev-7")] });
    const policy = barePolicy({ peers: { whenNone: "person" } });

    expect(requirementOf(lost(planOf(), others), "layer:peer").who).toEqual(["dev-7"]);
    expect(
      lost(planOf(), planOf({ policy, ...alone })).requirements.find(({ layers }) =>
        layers.includes("peer"),
      ),
    ).toMatchObject({ human: true });
  });

  it("stay with a person, though an agent could answer now", () => {
    const policy = barePolicy({
      peers: { whenNone: "person" },
      people: { owner: ["ana"], escalateTo: ["cto"] },
    });
    const asked = planOf({ policy, ...alone });

    expect(requirementOf(recompile(asked, planOf({ policy })), "layer:peer")).toMatchObject({
      who: ["cto"],
      human: true,
    });
  });

  it("stay with an agent that has answered enough, though a person would be asked now", () => {
    const policy = barePolicy({
      peers: { whenNone: "person" },
      people: { owner: ["ana"], escalateTo: ["cto"] },
    });

    expect(
      requirementOf(recompile(planOf(), planOf({ policy, ...alone })), "layer:peer").who,
    ).toEqual(["dev-2"]);
  });
});
