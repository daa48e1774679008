import { describe, expect, it } from "vitest";
import { answer, evidenceOf, type Forgery, ownerApproval } from "../testing/evidence-of.ts";
import { codesOf, forgedClone, forgedRound, onTask } from "../testing/forgery.ts";
import { barePolicy, factsOf } from "../testing/plan-of.ts";
import { hex, SHOWN_DIFF } from "../testing/proof-of.ts";
import { judgeMove } from "./judge-move.ts";
import type { PersonAct } from "./schema-act.ts";

describe("the inputs", () => {
  const edited = (edit: Forgery["inputs"]): Forgery => (edit === undefined ? {} : { inputs: edit });
  it.each<[string, Forgery, string[]]>([
    ["are missing", { withheld: true }, ["inputs_other"]],
    ["have another digest", forgedRound({ inputs: hex("1", 64) }), ["inputs_other"]],
    [
      "stay in the engine",
      { withheld: true, ...forgedRound({ inputs: null }) },
      ["inputs_withheld"],
    ],
    ["are of another round", forgedRound({ round: 2 }), ["inputs_other"]],
    [
      "are of another tree",
      edited((honest) => ({ ...honest, round: { ...honest.round, tree: hex("1") } })),
      ["inputs_other", "decision_other", "decision_incomplete"],
    ],
    ["have another plan", forgedRound({ plan: hex("1", 64) }), ["plan_other"]],
    [
      "have a plan of another policy",
      edited((honest) => ({
        ...honest,
        plan: { ...honest.plan, policyDigest: hex("1", 64) },
      })),
      ["plan_other"],
    ],
    [
      "lack a verdict",
      edited((honest) => ({
        ...honest,
        verdicts: { ...honest.verdicts, items: honest.verdicts.items.slice(1) },
      })),
      ["inputs_other", "decision_other", "decision_incomplete"],
    ],
    [
      "count other findings",
      edited((honest) => ({
        ...honest,
        report: { ...honest.report, counts: { ...honest.report.counts, info: 1 } },
      })),
      ["inputs_other"],
    ],
    [
      "have a softened requirement",
      edited((honest) => ({
        ...honest,
        plan: {
          ...honest.plan,
          requirements: honest.plan.requirements.map((one) => ({ ...one, retries: 9 })),
        },
      })),
      ["requirement_other", "requirement_other"],
    ],
    [
      "lead to another decision",
      forgedRound({ decision: { sha256: hex("1", 64), inputs: hex("1", 64), decider: 3 } }),
      ["decision_other"],
    ],
    [
      "were decided from other inputs",
      {
        move: ({ round, ...rest }) => ({
          ...rest,
          round: round && { ...round, decision: { ...round.decision, inputs: hex("1", 64) } },
        }),
      },
      ["decision_other"],
    ],
    [
      "are of another decider",
      forgedRound({ decision: { sha256: hex("1", 64), inputs: hex("1", 64), decider: 2 } }),
      ["release_unknown"],
    ],
  ])("%s", (_what, forgery, codes) => expect(codesOf(forgery)).toEqual(codes));

  it("name addresses by digests, which the commits of the clone resolve", () => {
    const forgery = { decisionTask: { unknownCommitters: ["eve@x.test"] } };
    expect(codesOf({ ...forgery, ...forgedClone({ addresses: ["eve@x.test"] }) })).toEqual([]);
    expect(codesOf(forgery)).toEqual(["address_missing"]);
  });

  it("report a requirement of the policy that the plan lacks", () => {
    expect(codesOf(forgedClone({ facts: factsOf(["countersign.json"]) }))).toEqual([]);
    const policy = barePolicy({
      people: { owner: ["ana"] },
      chains: { code: ["csuite", "owner"] },
    });
    const forgery: Forgery = { evidence: (all) => ({ ...all, policy }) };
    expect(codesOf(forgery)).toContain("requirement_missing");
  });

  it("are told where the engine says that a person stated the type", () => {
    const loosened = (statedBy: "person" | "author"): Forgery => ({
      inputs: (honest) => ({
        ...honest,
        compiled: {
          ...honest.compiled,
          assignment: { ...honest.compiled.assignment, type: "internal_document", statedBy },
        },
      }),
      evidence: (all) => ({
        ...all,
        clone: { ...all.clone, facts: factsOf(["LICENSE"]) },
        policy: barePolicy({
          people: { owner: ["ana"] },
          chains: { code: ["csuite", "owner"], internal_document: ["owner"] },
        }),
      }),
    });
    expect(codesOf(loosened("person"))).toContain("loosening_told");
    expect(codesOf(loosened("person"))).not.toContain("requirement_missing");
    expect(codesOf(loosened("author"))).toContain("requirement_missing");
  });

  it("report a missing requirement although the engine lists it as dropped", () => {
    const policy = barePolicy({
      people: { owner: ["ana"] },
      chains: { code: ["csuite", "owner"] },
    });
    const dropped = [{ requirement: "layer:csuite", acceptedBy: "ana" }];
    const forgery: Forgery = {
      inputs: (inputs) => ({ ...inputs, plan: { ...inputs.plan, dropped } }),
      evidence: (all) => ({ ...all, policy }),
    };
    expect(codesOf(forgery)).toContain("requirement_missing");
  });

  const claimed = (plan: object): Forgery => ({
    inputs: (inputs) => ({ ...inputs, plan: { ...inputs.plan, ...plan } }),
  });
  const requiring = (file: object): Forgery => ({
    evidence: (all) => ({ ...all, policy: barePolicy({ people: { owner: ["ana"] }, ...file }) }),
  });
  const aboutPlan = (forgery: Forgery) =>
    judgeMove(evidenceOf(forgery))
      .filter(({ code }) => code === "requirement_missing")
      .map(({ about }) => about);

  it("report a plan with a less strict mode than the policy sets", () => {
    const chains = { chains: { code: ["owner"] } };
    expect(aboutPlan({ ...claimed({}), ...requiring(chains) })).toEqual([]);
    expect(aboutPlan(claimed({ mode: { mode: "skip", mayAutoApprove: true } }))).toContain("mode");
    const labels = { labels: [{ name: "security", by: "author" as const }] };
    const forbidden: Forgery = {
      inputs: (inputs) => ({
        ...inputs,
        plan: { ...inputs.plan, mode: { mode: "per-task", mayAutoApprove: true } },
        compiled: {
          ...inputs.compiled,
          assignment: { ...inputs.compiled.assignment, ...labels },
        },
      }),
    };
    expect(aboutPlan(forbidden)).toContain("mode");
  });

  it("name the requirement that the plan lacks, and once only", () => {
    const missing = requiring({ chains: { code: ["csuite", "owner"] } });
    expect(aboutPlan(missing)).toEqual(["layer:csuite"]);
    const labels = [{ name: "docs", by: "person" as const }];
    const labelled: Forgery["inputs"] = ({ compiled, ...honest }) => ({
      ...honest,
      compiled: { ...compiled, assignment: { ...compiled.assignment, labels } },
    });
    const problems = judgeMove(evidenceOf({ ...missing, inputs: labelled }));
    expect(problems.filter(({ about }) => about === "layer:csuite")).toEqual([
      { code: "requirement_missing", about: "layer:csuite" },
    ]);
  });

  it.each<[string, PersonAct, object]>([
    [
      "label",
      { act: "label", ...onTask(), label: "review:skip", added: true },
      { labels: [{ name: "review:skip", by: "person" }] },
    ],
    [
      "mode",
      { act: "mode", ...onTask(), mode: "skip" },
      { modeChoices: [{ mode: "skip", by: "person" }] },
    ],
  ])("are told where a %s of a person loosens the mode without an act", (_what, act, stated) => {
    const digest = evidenceOf({ acts: [act] }).proof.acts[0]?.digest;
    const signed = Object.fromEntries(
      Object.entries(stated).map(([key, [one]]) => [key, [{ ...one, act: digest }]]),
    );
    const loosened = (more: object): Forgery => ({
      acts: [ownerApproval(), act],
      inputs: ({ plan, compiled, ...honest }) => ({
        ...honest,
        plan: { ...plan, mode: { mode: "skip", mayAutoApprove: true } },
        compiled: { ...compiled, assignment: { ...compiled.assignment, ...more } },
      }),
    });
    const aboutMode = (more: object) =>
      judgeMove(evidenceOf(loosened(more))).filter(({ about }) => about === "mode");
    expect(aboutMode(stated)).toEqual([{ code: "loosening_told", about: "mode" }]);
    expect(aboutMode(signed)).toEqual([]);
  });

  it("report a plan that hides an empty chain", () => {
    const alone = { chains: { code: ["peer"] } };
    expect(aboutPlan(requiring(alone))).toContain("chain_empty");
    expect(
      aboutPlan({ ...claimed({ notes: ["chain_empty"] }), ...requiring(alone) }),
    ).not.toContain("chain_empty");
  });
});

describe("an override", () => {
  const override = (by: string): Forgery => ({
    acts: [{ act: "override", ...onTask(by), ...SHOWN_DIFF }],
    verdicts: [answer("check:integrity", "integrity")],
    inputActs: () => ({}),
  });
  it("of an owner replaces a complete decision", () => {
    expect(codesOf(override("ana"))).toEqual([]);
    expect(codesOf(override("ben"))).toEqual(["decision_incomplete"]);
    const label: PersonAct = { act: "label", ...onTask("ben"), label: "docs", added: true };
    const both = { ...override("ana"), acts: [...(override("ana").acts ?? []), label] };
    expect(codesOf(both)).toEqual([]);
  });
});
