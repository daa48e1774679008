import { describe, expect, it } from "vitest";
import { finding } from "../testing/decision-of.ts";
import {
  answer,
  evidenceOf,
  type Forgery,
  OWNER_QUESTION,
  ownerApproval,
} from "../testing/evidence-of.ts";
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

  it("report a plan that hides an empty chain", () => {
    const alone = { chains: { code: ["peer"] } };
    expect(aboutPlan(requiring(alone))).toContain("chain_empty");
    expect(
      aboutPlan({ ...claimed({ notes: ["chain_empty"] }), ...requiring(alone) }),
    ).not.toContain("chain_empty");
  });
});

describe("an input of a person", () => {
  const none = () => ({});
  it("without an act is told", () => expect(codesOf({ inputActs: none })).toEqual(["input_told"]));

  it.each<[string, PersonAct]>([
    [
      "for another requirement",
      ownerApproval("ana", { requirement: { ...OWNER_QUESTION, id: "layer:peer" } }),
    ],
    [
      "for another question",
      ownerApproval("ana", { requirement: { ...OWNER_QUESTION, sha256: hex("1", 64) } }),
    ],
    ["of another person", ownerApproval("ben")],
    ["of another kind", { act: "mode", ...onTask(), mode: "auto" }],
  ])("with an act %s contradicts it", (_what, given) => {
    expect(codesOf({ acts: [given] })).toEqual(["input_other"]);
  });

  it("that objects needs no act", () => {
    const verdicts = [
      answer("check:integrity", "integrity"),
      answer("layer:owner", "ana", { opinion: "blocker" }),
    ];
    expect(codesOf({ verdicts, inputActs: none })).toEqual(["decision_incomplete"]);
  });

  const disposed = (is: "dismissed" | "deferred", by = "ana"): PersonAct => ({
    act: "dispose",
    ...onTask(by),
    disposed: [{ id: "F-1", is }],
  });
  const findings = [
    finding("major", { disposition: { is: "dismissed", reason: "no", by: "ana" } }),
    finding("info", { id: "F-2", disposition: { is: "fixed" } }),
  ];
  const withDisposal = (given: PersonAct): Forgery => ({
    acts: [ownerApproval(), given],
    findings,
    inputActs: ([first = "", second = ""]) => ({
      verdicts: new Map([["vrd_ana", first]]),
      findings: new Map([["F-1", second]]),
    }),
  });
  it("that dismisses a finding needs its act", () => {
    expect(codesOf(withDisposal(disposed("dismissed")))).toEqual([]);
    expect(codesOf(withDisposal(disposed("deferred")))).toEqual(["input_other"]);
    expect(codesOf(withDisposal(disposed("dismissed", "ben")))).toEqual(["input_other"]);
    expect(
      codesOf({
        ...withDisposal(disposed("dismissed")),
        acts: [ownerApproval()],
        inputActs: ([first = ""]) => ({ verdicts: new Map([["vrd_ana", first]]) }),
      }),
    ).toEqual(["input_told"]);
  });

  const resolution = { do: "grant_attempts", attempts: 2 } as const;
  const release: PersonAct = { act: "release", ...onTask(), resolutions: [resolution] };
  const withRelease = (acts: PersonAct[], released: (digests: string[]) => string[]): Forgery => ({
    acts: [ownerApproval(), ...acts],
    decisionRound: { resolutions: [resolution] },
    inputActs: (digests) => ({
      verdicts: new Map([["vrd_ana", digests[0] ?? ""]]),
      released: released(digests),
    }),
  });
  it("that releases a hold needs its act", () => {
    expect(codesOf(withRelease([release], (all) => all.slice(1)))).toEqual([]);
    expect(codesOf(withRelease([release], () => []))).toEqual(["input_told"]);
    expect(codesOf(withRelease([], (all) => all))).toEqual(["input_other", "input_told"]);
    expect(codesOf(withRelease([], () => [hex("1", 64)]))).toEqual(["input_other", "input_told"]);
  });

  it("that sends the task back needs no act", () => {
    expect(codesOf({ decisionRound: { resolutions: [{ do: "send_back" }] } })).toEqual([
      "decision_incomplete",
    ]);
  });

  const stated = (acts: PersonAct[], labels: object[], modeChoices: object[]): Forgery => ({
    acts: [ownerApproval(), ...acts],
    inputs: (honest) => ({
      ...honest,
      plan: { ...honest.plan, mode: { mode: "per-task", mayAutoApprove: false } },
      compiled: {
        ...honest.compiled,
        assignment: {
          ...honest.compiled.assignment,
          labels,
          modeChoices,
        } as typeof honest.compiled.assignment,
      },
    }),
  });
  const digestOfAct = (given: PersonAct) => evidenceOf({ acts: [given] }).proof.acts[0]?.digest;
  it("that sets a label or a mode must agree with its act", () => {
    const label: PersonAct = { act: "label", ...onTask(), label: "trivial", added: true };
    const mode: PersonAct = { act: "mode", ...onTask(), mode: "per-task" };
    const labels = [
      { name: "trivial", by: "person", act: digestOfAct(label) },
      { name: "other", by: "author" },
    ];
    const modes = [{ mode: "per-task", by: "person", act: digestOfAct(mode) }];
    expect(codesOf(stated([label, mode], labels, modes))).toEqual([]);
    expect(
      codesOf(
        stated([label, mode], [{ ...labels[0], name: "docs" }], [{ ...modes[0], mode: "batch" }]),
      ),
    ).toEqual(["input_other", "input_other"]);
    expect(codesOf(stated([label], [], [{ mode: "per-task", by: "person" }]))).toEqual([]);
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
  });
});
