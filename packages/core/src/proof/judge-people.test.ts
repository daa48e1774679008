import { describe, expect, it } from "vitest";
import { finding } from "../testing/decision-of.ts";
import {
  answer,
  evidenceOf,
  type Forgery,
  OWNER_QUESTION,
  ownerApproval,
} from "../testing/evidence-of.ts";
import { codesOf, onTask } from "../testing/forgery.ts";
import { hex } from "../testing/proof-of.ts";
import type { PersonAct } from "./schema-act.ts";

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

  it("that has concerns needs no act", () => {
    const verdicts = [
      answer("check:integrity", "integrity"),
      answer("layer:owner", "ana", { opinion: "concerns" }),
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

  it("that defers a finding needs its act", () => {
    const deferred = [finding("major", { disposition: { is: "deferred", link: "x", by: "ana" } })];
    const without = {
      ...{ acts: [ownerApproval()], findings: deferred },
      inputActs: ([first = ""]: string[]) => ({ verdicts: new Map([["vrd_ana", first]]) }),
    };
    expect(codesOf({ ...withDisposal(disposed("deferred")), findings: deferred })).toEqual([]);
    expect(codesOf(without)).toEqual(["input_told"]);
  });

  it("that dismisses a finding needs an act of this kind about this finding", () => {
    const several = (...ids: string[]): PersonAct => ({
      act: "dispose",
      ...onTask(),
      disposed: ids.map((id) => ({ id, is: "dismissed" })),
    });
    expect(codesOf(withDisposal(several("F-9", "F-1")))).toEqual([]);
    expect(codesOf(withDisposal(several("F-9")))).toEqual(["input_other"]);
    expect(codesOf(withDisposal({ act: "mode", ...onTask(), mode: "auto" }))).toEqual([
      "input_other",
    ]);
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

  it("that rejects the task needs no act", () => {
    expect(codesOf({ decisionRound: { resolutions: [{ do: "reject" }] } })).toEqual([
      "decision_incomplete",
    ]);
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
