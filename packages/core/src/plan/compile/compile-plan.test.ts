import { describe, expect, it } from "vitest";
import { digestOf } from "../../kernel/digest.ts";
import type { Mode } from "../../policy/words.ts";
import {
  agentOf,
  assignmentOf,
  barePolicy,
  factsOf,
  fileOf,
  idsOf,
  planOf,
  requirementOf,
  rule,
  UNIVERSAL,
} from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import { Plan } from "../schema.ts";

const SKIP = { modeChoices: [{ mode: "skip", by: "person" }] } as const;
const PROTECTED = factsOf(["countersign.json"]);

function inMode(mode: Mode, more = {}) {
  return assignmentOf({ modeChoices: [{ mode, by: "person" }], ...more });
}

describe("the stages of a plan", () => {
  it("are the machines, the panel, the chain, the layers of policies, the mode's owner [C6]", () => {
    const plan = planOf({
      policy: barePolicy({
        panel: { members: ["codex"], quorum: 1 },
        policies: [
          UNIVERSAL,
          rule("a", "always", { layer: "csuite" }, { layer: "department_head" }),
          rule("b", "always", { reviewer: "gemini" }),
        ],
      }),
    });

    expect(plan.requirements.map(({ stage, id }) => `${stage} ${id}`)).toEqual([
      "0 check:integrity",
      "0 agent:gemini",
      "1 panel",
      "2 layer:self",
      "3 layer:peer",
      "4 layer:department_head",
      "5 layer:csuite",
      "6 layer:owner",
    ]);
  });

  it("have no hole where nothing is asked [D2]", () => {
    const plan = planOf({ assignment: assignmentOf({ ...SKIP, assignee: null }) });

    expect(plan.requirements.map(({ stage, id }) => `${stage} ${id}`)).toEqual([
      "0 check:integrity",
      "1 layer:peer",
    ]);
    expect(plan.skipped).toEqual([
      {
        layer: "self",
        reason: "no_assignee",
        because: { entry: "chains.code", fact: "type code" },
      },
    ]);
  });

  it("keep the chain's order, also of an owner in its middle [R-080]", () => {
    const plan = planOf({
      policy: barePolicy({ chains: { code: ["owner", "self"] } }),
    });

    expect(idsOf(plan)).toEqual(["check:integrity", "layer:owner", "layer:self"]);
  });
});

describe("the mode's requirement", () => {
  it.each<[Mode, object]>([
    ["per-task", { delivery: "now" }],
    ["batch", { delivery: "queue" }],
    ["auto", { delivery: "queue", satisfiedBy: "autoApprove" }],
  ])("of %s is an owner with the terms %j [R-003] [R-141]", (mode, terms) => {
    const owner = requirementOf(planOf({ assignment: inMode(mode) }), "layer:owner");

    expect(owner).toMatchObject({ who: ["init-user"], human: true, quorum: 1, ...terms });
    expect(owner.satisfiedBy !== undefined).toBe("satisfiedBy" in terms);
    expect(owner.because).toEqual([{ entry: "modes", fact: `${mode} chosen by a person` }]);
  });

  it("of skip is none [R-141] [C19]", () => {
    expect(idsOf(planOf({ assignment: inMode("skip") }))).toEqual([
      "check:integrity",
      "layer:self",
      "layer:peer",
    ]);
  });

  it.each<Mode>(["auto", "skip"])("of %s is that of batch where a person must look", (mode) => {
    const policy = barePolicy({ modes: { autoApprove: { enabled: false } } });
    const owner = requirementOf(planOf({ policy, assignment: inMode(mode) }), "layer:owner");

    expect(owner.delivery).toBe("queue");
    expect(owner).not.toHaveProperty("satisfiedBy");
  });

  it("never removes machines [C19]", () => {
    const plan = planOf({ policy: policyOf(), assignment: inMode("skip") });

    expect(idsOf(plan)).toEqual(expect.arrayContaining(["check:integrity", "check:secrets"]));
  });
});

describe("an owner that something else asks for", () => {
  const asks = {
    chain: { policy: barePolicy({ chains: { code: ["self", "owner"] } }) },
    policy: {
      policy: barePolicy({ policies: [UNIVERSAL, rule("p", "always", { layer: "owner" })] }),
    },
    path: { facts: PROTECTED },
  };
  const reasons = {
    chain: { entry: "chains.code", fact: "type code" },
    policy: { entry: "policies.p", fact: "every change" },
    path: { entry: "policy", fact: "countersign.json" },
  };

  describe.each(["chain", "policy", "path"] as const)("a %s", (who) => {
    it.each<Mode>(["per-task", "batch", "auto", "skip"])(
      "stays a person's, at once, in the mode %s",
      (mode) => {
        const plan = planOf({ ...asks[who], assignment: inMode(mode) });
        const owner = requirementOf(plan, "layer:owner");

        expect(owner).toMatchObject({ human: true, delivery: "now", layers: ["owner"] });
        expect(owner).not.toHaveProperty("satisfiedBy");
        expect(owner.because[0]).toEqual(reasons[who]);
        expect(owner.because).toHaveLength(mode === "skip" ? 1 : 2);
      },
    );
  });

  it("is asked with the higher quorum", () => {
    const policy = barePolicy({
      people: { owner: ["ana", "ben"] },
      policies: [UNIVERSAL, rule("p", "always", { layer: "owner", quorum: 2 })],
    });

    expect(requirementOf(planOf({ policy }), "layer:owner")).toMatchObject({
      who: ["ana", "ben"],
      quorum: 2,
    });
  });

  it("is told how many protected paths were touched", () => {
    const facts = factsOf([".github/b", ".github/a", ".github/c"]);

    expect(requirementOf(planOf({ facts }), "layer:owner").because[0]).toEqual({
      entry: "trust.protected",
      fact: ".github/a and 2 more",
    });
  });
});

describe("the shipped policies", () => {
  it("ask money's expert, the owner and security about a risky change, and say why [R-010] [R-011] [R-093] [R-097]", () => {
    const facts = factsOf([fileOf("src/billing/a.ts", { added: 100 }), "package.json"]);
    const plan = planOf({ facts, policy: policyOf(), assignment: inMode("skip") });

    expect(requirementOf(plan, "agent:finance-sme").because).toEqual([
      { entry: "policies.money", fact: "domain money" },
    ]);
    expect(requirementOf(plan, "agent:security-reviewer").because).toEqual([
      { entry: "policies.high-risk", fact: "risk 7 (at least 7)" },
    ]);
    expect(requirementOf(plan, "layer:owner").because).toEqual([
      { entry: "policies.high-risk", fact: "risk 7 (at least 7)" },
    ]);
    expect(plan.near).toContainEqual({
      reviewer: "design-auditor",
      entry: "policies.ui",
      needs: "domain ui",
    });
  });
});

describe("labels", () => {
  it("set off the policies that name them, whoever put them on", () => {
    const policies = [UNIVERSAL, rule("p", { label: "security" }, { reviewer: "codex" })];
    const policy = barePolicy({ policies });
    const labels = [{ name: "security", by: "tracker" }] as const;

    expect(idsOf(planOf({ policy, assignment: assignmentOf({ labels }) }))).toContain(
      "agent:codex",
    );
    expect(idsOf(planOf({ policy }))).not.toContain("agent:codex");
  });
});

describe("the notes of a plan", () => {
  it("say that layers were merged", () => {
    const policy = barePolicy({ people: { csuite: ["ana"], owner: ["ana"] } });
    const plan = planOf({ policy, assignment: assignmentOf({ type: "financial_report" }) });

    expect(plan.notes).toEqual(["layers_merged"]);
    expect(requirementOf(plan, "layer:owner").layers).toEqual(["csuite", "owner"]);
  });

  it("say so too where one agent has both layers", () => {
    const policy = barePolicy({
      people: { csuite: ["robo"], owner: ["ana"] },
      departments: { engineering: { head: "robo", agents: ["robo"] } },
      chains: { code: ["self", "department_head", "csuite"] },
    });
    const roster = [agentOf("claude"), agentOf("robo")];
    const plan = planOf({ policy, roster, assignment: assignmentOf({ type: "code" }) });

    expect(plan.notes).toContain("layers_merged");
    expect(requirementOf(plan, "layer:csuite").layers).toEqual(["department_head", "csuite"]);
  });

  it("say that every layer of the chain was skipped, whatever the mode adds [R-086]", () => {
    const assignment = assignmentOf({ assignee: null });
    const plan = planOf({ assignment, roster: [] });

    expect(plan.notes).toEqual(["chain_empty"]);
    expect(idsOf(plan)).toEqual(["check:integrity", "layer:owner"]);
    expect(plan.skipped.map(({ layer, reason }) => `${layer} ${reason}`)).toEqual([
      "self no_assignee",
      "peer alone",
    ]);
  });

  it("are none for a plain plan", () => {
    expect(planOf().notes).toEqual([]);
  });
});

describe("the record of a plan", () => {
  const gap = { concern: "c", reviewer: "codex", foundBy: "gap-rules", proposal: "" };

  it("is valid, with everything it was made from [R-233] [R-235] [R-243]", () => {
    const policy = barePolicy({
      panel: { members: ["codex"], quorum: 1, when: { riskAtLeast: 9 } },
    });
    const facts = factsOf();
    const plan = planOf({ policy, facts, gaps: [gap] });

    expect(Plan.parse(plan)).toEqual(plan);
    expect(plan).toMatchObject({
      policyDigest: policy.digest,
      factsDigest: facts.digest,
      chain: ["self", "peer"],
      chainBecause: { entry: "chains.code", fact: "type code" },
      gaps: [gap],
      near: [{ reviewer: "panel" }],
      mode: { mode: "batch" },
      classification: { type: "code" },
    });
  });

  it("has the digest of all the rest", () => {
    const { digest, ...rest } = planOf();

    expect(digest).toBe(digestOf(rest));
  });

  it("gives a requirement a digest of its question, not of its place and reasons", () => {
    const one = requirementOf(planOf(), "layer:owner");
    const other = requirementOf(
      planOf({
        assignment: assignmentOf({
          assignee: null,
          modeChoices: [{ mode: "batch", by: "person" }],
        }),
      }),
      "layer:owner",
    );
    const { stage: _stage, because: _because, digest, ...question } = one;

    expect(other.stage).not.toBe(one.stage);
    expect(other.because).not.toEqual(one.because);
    expect(other.digest).toBe(digest);
    expect(digest).toBe(digestOf(question));
  });
});
