import { describe, expect, it } from "vitest";
import {
  agentOf,
  assignmentOf,
  barePolicy,
  factsOf,
  idsOf,
  planOf,
  requirementOf,
  rule,
  UNIVERSAL,
} from "../../testing/plan-of.ts";
import { recompilePlan as recompile } from "../../testing/recompile-plan.ts";
import { Plan } from "../schema.ts";

function withPolicies(...policies: object[]) {
  return planOf({ policy: barePolicy({ policies: [UNIVERSAL, ...policies] }) });
}

function withChain(code: readonly string[], file = {}, input = {}) {
  return planOf({ policy: barePolicy({ chains: { code }, ...file }), ...input });
}

const CODEX = rule("codex", "always", { reviewer: "codex" });
const GEMINI = rule("gemini", "always", { reviewer: "gemini" });

describe("recompile", () => {
  it("changes nothing if nothing changed", () => {
    const plan = withPolicies(CODEX);

    expect(recompile(plan, plan)).toEqual(plan);
  });

  it("adds what is new and keeps what the fresh plan no longer asks for", () => {
    const plan = recompile(withPolicies(CODEX), withPolicies(GEMINI));

    expect(plan.requirements.map(({ stage, id }) => `${stage} ${id}`)).toEqual([
      "0 check:integrity",
      "0 agent:codex",
      "0 agent:gemini",
      "1 layer:self",
      "2 layer:peer",
      "3 layer:owner",
    ]);
    expect(requirementOf(plan, "agent:codex").because).toEqual([
      { entry: "policies.codex", fact: "every change" },
    ]);
  });

  it("is a valid plan of the fresh policy", () => {
    const fresh = withPolicies(GEMINI);
    const plan = recompile(withPolicies(CODEX), fresh);

    expect(Plan.parse(plan)).toEqual(plan);
    expect(plan.policyDigest).toBe(fresh.policyDigest);
    expect(plan.digest).not.toBe(fresh.digest);
  });

  it("keeps the digest of an unchanged question and takes its fresh reasons", () => {
    const old = withPolicies(CODEX);
    const fresh = withPolicies(rule("again", "always", { reviewer: "codex" }));
    const codex = requirementOf(recompile(old, fresh), "agent:codex");

    expect(codex.digest).toBe(requirementOf(old, "agent:codex").digest);
    expect(codex.because).toEqual([{ entry: "policies.again", fact: "every change" }]);
  });

  it("puts new layers before the one that follows them, and keeps the old order", () => {
    const old = withChain(["self", "peer", "owner"]);
    const fresh = withChain(["department_head", "self", "csuite", "owner"]);

    expect(idsOf(recompile(old, fresh))).toEqual([
      "check:integrity",
      "layer:department_head",
      "layer:self",
      "layer:peer",
      "layer:csuite",
      "layer:owner",
    ]);
  });

  it("puts a new last layer last", () => {
    const modes = { default: "skip" };

    expect(
      idsOf(recompile(withChain(["self"], { modes }), withChain(["self", "csuite"], { modes }))),
    ).toEqual(["check:integrity", "layer:self", "layer:csuite"]);
  });

  it("gives a panel its stage between machines and layers", () => {
    const panel = { panel: { members: ["codex"], quorum: 1 } };
    const stages = ["0 check:integrity", "1 panel", "2 layer:self", "3 layer:owner"];
    const both = [withChain(["self"], panel), withChain(["self"])] as const;

    for (const [old, fresh] of [both, both.toReversed()]) {
      if (old === undefined || fresh === undefined) throw new Error("two plans");
      expect(recompile(old, fresh).requirements.map(({ stage, id }) => `${stage} ${id}`)).toEqual(
        stages,
      );
    }
  });

  it("joins the gaps of both and lists each once [R-066] [R-223]", () => {
    const gap = (reviewer: string) => ({ concern: "c", reviewer, foundBy: "x", proposal: "" });
    const plan = recompile(
      planOf({ gaps: [gap("codex"), gap("gemini")] }),
      planOf({ gaps: [gap("build-reviewer"), gap("codex")] }),
    );

    expect(plan.gaps.map(({ reviewer }) => reviewer)).toEqual([
      "build-reviewer",
      "codex",
      "gemini",
    ]);
  });
});

describe("a requirement on other terms", () => {
  const modes = (mode: string) => barePolicy({ modes: { default: mode } });
  const owned = (mode: string) => planOf({ policy: modes(mode) });

  it.each([
    ["auto", "batch", "queue"],
    ["batch", "auto", "queue"],
    ["per-task", "batch", "now"],
    ["batch", "per-task", "now"],
    ["per-task", "auto", "now"],
  ])("from %s to %s stays a person's and is delivered: %s", (before, after, delivery) => {
    const owner = requirementOf(recompile(owned(before), owned(after)), "layer:owner");

    expect(owner.delivery).toBe(delivery);
    expect(owner).not.toHaveProperty("satisfiedBy");
  });

  it("stays with the predicate if both plans say so", () => {
    const people = { owner: ["ana"] };
    const old = owned("auto");
    const fresh = planOf({ policy: barePolicy({ modes: { default: "auto" }, people }) });

    expect(requirementOf(recompile(old, fresh), "layer:owner")).toMatchObject({
      satisfiedBy: "autoApprove",
      who: ["ana"],
    });
  });

  it("keeps the higher quorum and both reasons", () => {
    const people = { owner: ["ana", "ben"] };
    const two = barePolicy({
      people,
      policies: [UNIVERSAL, rule("two", "always", { layer: "owner", quorum: 2 })],
    });
    const old = planOf({ policy: two });
    const fresh = planOf({ policy: barePolicy({ people }) });

    for (const plan of [recompile(old, fresh), recompile(fresh, old)]) {
      expect(requirementOf(plan, "layer:owner").quorum).toBe(2);
    }
    expect(requirementOf(recompile(old, fresh), "layer:owner").because).toEqual([
      { entry: "modes.default", fact: "the default mode" },
      { entry: "policies.two", fact: "every change" },
    ]);
  });

  it("asks those whom the fresh plan names", () => {
    const fresh = withChain(["self"], { people: { owner: ["ana"] } });

    expect(requirementOf(recompile(withChain(["self"]), fresh), "layer:owner").who).toEqual([
      "ana",
    ]);
  });

  it("is not handed from a person to a machine", () => {
    const old = withChain(["csuite"]);
    const fresh = withChain(["csuite"], {}, { roster: [agentOf("ceo")] });
    const csuite = requirementOf(recompile(old, fresh), "layer:csuite");

    expect(csuite).toMatchObject({ human: true, timeoutMs: 86_400_000 });
    expect(csuite.digest).toBe(requirementOf(old, "layer:csuite").digest);
    expect(requirementOf(recompile(fresh, old), "layer:csuite").human).toBe(true);
  });

  it("stays with the peer who is at work, though another has less to do by now", () => {
    const old = planOf({ roster: [agentOf("a"), agentOf("b", { load: 1 })] });
    const fresh = planOf({ roster: [agentOf("a", { load: 2 }), agentOf("b", { load: 1 })] });

    expect(requirementOf(fresh, "layer:peer").who).toEqual(["b"]);
    expect(requirementOf(recompile(old, fresh), "layer:peer").who).toEqual(["a"]);
  });

  it("asks more peers if the fresh plan needs more", () => {
    const roster = [agentOf("a"), agentOf("b")];
    const two = rule("two", "always", { layer: "peer", quorum: 2 });
    const fresh = planOf({ roster, policy: barePolicy({ policies: [UNIVERSAL, two] }) });

    expect(requirementOf(recompile(planOf({ roster }), fresh), "layer:peer")).toMatchObject({
      who: ["a", "b"],
      quorum: 2,
    });
  });
});

describe("merged layers", () => {
  const ana = { people: { csuite: ["ana"], owner: ["ana"] } };

  it("keep the layer that the fresh plan dropped", () => {
    const plan = recompile(withChain(["csuite", "owner"], ana), withChain(["owner"], ana));

    expect(requirementOf(plan, "layer:owner").layers).toEqual(["csuite", "owner"]);
    expect(plan.notes).toEqual(["layers_merged"]);
  });

  it("let go of a layer that the fresh plan asks for apart", () => {
    const plan = recompile(withChain(["csuite", "owner"], ana), withChain(["csuite", "owner"]));

    expect(idsOf(plan)).toEqual(["check:integrity", "layer:csuite", "layer:owner"]);
    expect(requirementOf(plan, "layer:owner").layers).toEqual(["owner"]);
    expect(plan.notes).toEqual([]);
  });
});

describe("layers that nobody can answer any more", () => {
  const alone = { roster: [], assignment: assignmentOf({ assignee: null }) };

  it("are not skipped as long as the old plan has asked somebody", () => {
    const plan = recompile(planOf({ facts: factsOf() }), planOf(alone));

    expect(planOf(alone).notes).toEqual(["chain_empty"]);
    expect(plan.notes).toEqual([]);
    expect(plan.skipped).toEqual([]);
    expect(idsOf(plan)).toContain("layer:peer");
  });

  it("stay skipped if the old plan had nobody either", () => {
    const plan = recompile(planOf(alone), planOf(alone));

    expect(plan.notes).toEqual(["chain_empty"]);
    expect(plan.skipped.map(({ layer }) => layer)).toEqual(["self", "peer"]);
  });
});
