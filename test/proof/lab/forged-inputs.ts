import { verdictsDigest } from "@countersign/core";
import { editAct, editLines, editRound, type Forgery, OTHER_DIGEST } from "./forgery.ts";
import { POLICY_PATH, plainFile, policyText } from "./lab.ts";
import { reviewFiles } from "./review-move.ts";

/** Inputs of decisions that people did not give, or that lead elsewhere. The engine's own key signs the moves. */
export const FORGED_INPUTS: readonly Forgery[] = [
  {
    name: "a line of the inputs that was removed",
    problem: "inputs_other",
    tampering: editLines((lines) => lines.slice(0, -1)),
  },
  {
    name: "inputs that lack a verdict",
    problem: "inputs_other",
    tampering: {
      inputs: ({ verdicts, ...inputs }) => ({
        ...inputs,
        verdicts: { ...verdicts, items: verdicts.items.slice(1) },
      }),
    },
  },
  {
    name: "inputs that stay in the engine",
    problem: "inputs_withheld",
    tampering: {
      draft: (draft) => ({
        ...draft,
        round: (acts) => ({ ...draft.round(acts), inputs: null }),
      }),
    },
  },
  {
    name: "another plan than the inputs contain",
    problem: "plan_other",
    tampering: editRound(() => ({ plan: OTHER_DIGEST })),
  },
  {
    name: "a requirement that was softened",
    problem: "requirement_other",
    tampering: {
      inputs: ({ plan, ...inputs }) => ({
        ...inputs,
        plan: { ...plan, requirements: plan.requirements.map((one) => ({ ...one, retries: 9 })) },
      }),
    },
  },
  {
    name: "a requirement of people left out of the plan",
    problem: "requirement_missing",
    tampering: {
      acts: () => [],
      inputs: ({ plan, verdicts, ...inputs }) => {
        const items = verdicts.items.filter(({ byKind }) => byKind !== "human");
        const requirements = plan.requirements.filter(({ human }) => !human);
        return {
          ...inputs,
          plan: { ...plan, requirements },
          verdicts: { items, digest: verdictsDigest(items) },
        };
      },
    },
  },
  {
    name: "a plan made from the facts of another change",
    problem: "requirement_missing",
    step: (lab) =>
      reviewFiles(
        lab,
        (files) => new Map(files).set(POLICY_PATH, plainFile(policyText("verified"))),
        { files: new Map(lab.files).set("README.md", plainFile("# The shop\n")) },
      ),
    options: { presence: "touched" },
  },
  {
    name: "a plan made under another policy",
    problem: "plan_other",
    tampering: {
      inputs: ({ plan, ...inputs }) => ({
        ...inputs,
        plan: { ...plan, policyDigest: OTHER_DIGEST },
      }),
    },
  },
  {
    name: "another decision than the inputs lead to",
    problem: "decision_other",
    tampering: editRound(({ decision }) => ({ decision: { ...decision, sha256: OTHER_DIGEST } })),
  },
  {
    name: "a decision that lets nothing through, without an override",
    problem: "decision_incomplete",
    step: "override",
    tampering: { acts: () => [] },
  },
  {
    name: "a decision of an unknown decider",
    problem: "release_unknown",
    tampering: editRound(({ decision }) => ({ decision: { ...decision, decider: 999 } })),
  },
  {
    name: "an approval on the engine's word alone",
    problem: "input_told",
    tampering: { acts: () => [] },
  },
  {
    name: "an approval of a person who did not sign",
    problem: "input_other",
    tampering: {
      inputs: ({ verdicts, ...inputs }) => ({
        ...inputs,
        verdicts: {
          ...verdicts,
          items: verdicts.items.map((one) =>
            one.byKind === "human" ? { ...one, by: "ana" } : one,
          ),
        },
      }),
    },
  },
  {
    name: "an approval of another question",
    problem: "input_other",
    tampering: editAct((act) =>
      act.act === "approve" ? { requirement: { ...act.requirement, sha256: OTHER_DIGEST } } : {},
    ),
  },
  {
    name: "a finding dismissed by a person who did not sign",
    problem: "input_told",
    step: "dispose",
    tampering: { acts: (acts) => acts.filter(({ act }) => act.act !== "dispose") },
  },
  {
    name: "a finding dismissed that its act deferred",
    problem: "input_other",
    step: "dispose",
    tampering: {
      acts: (acts) =>
        acts.map((draft) =>
          draft.act.act === "dispose"
            ? { ...draft, act: { ...draft.act, disposed: [{ id: "F-1", is: "deferred" }] } }
            : draft,
        ),
    },
  },
  {
    name: "a hold released by a person who did not sign",
    problem: "input_told",
    step: "release",
    tampering: { acts: (acts) => acts.filter(({ act }) => act.act !== "release") },
  },
  {
    name: "a mode set by a person who did not sign",
    problem: "loosening_told",
    step: "mode",
    tampering: { acts: () => [] },
  },
  {
    name: "a label set by a person who did not sign",
    problem: "loosening_told",
    step: "label",
    tampering: { acts: () => [] },
  },
];
