import { describe, expect, it } from "vitest";
import { input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";

const LAYERS = ["layer:self", "layer:peer", "layer:department_head", "layer:owner"];
const CHAIN = LAYERS.map((id) => [requirement(id)]);

describe("the chain table", () => {
  it.each([
    { opinion: "approved", effect: "advance", row: "chain_approved", complete: true },
    { opinion: "concerns", effect: "rework", row: "chain_concerns", complete: false },
    { opinion: "blocker", effect: "escalate", row: "blocker", complete: false },
    { opinion: "abstained", effect: "escalate", row: "quorum_unreachable", complete: false },
  ] as const)("$opinion → $effect ($row) [R-021] [R-110]", ({ opinion, effect, row, complete }) => {
    const decision = decide(
      input({
        stages: [[requirement("layer:peer")]],
        verdicts: [verdict("layer:peer", opinion)],
      }),
    );

    expect(decision).toMatchObject({ effect, complete, stage: 0 });
    expect(rowsOf(decision)).toEqual([row, "severity_pass"]);
  });

  it("says who approved and who had concerns", () => {
    const two = requirement("layer:owner", { who: ["ana", "ben"], quorum: 2 });
    const both = decide(
      input({
        stages: [[two]],
        verdicts: [
          verdict("layer:owner", "approved", "ben"),
          verdict("layer:owner", "approved", "ana"),
        ],
      }),
    );
    const split = decide(
      input({
        stages: [[two]],
        verdicts: [
          verdict("layer:owner", "approved", "ana"),
          verdict("layer:owner", "concerns", "ben"),
        ],
      }),
    );

    expect(both.reasons[0]).toEqual({
      table: "chain",
      row: "chain_approved",
      effect: "advance",
      requirement: "layer:owner",
      inputs: { by: ["ana", "ben"] },
    });
    expect(split.reasons[0]).toEqual({
      table: "chain",
      row: "chain_concerns",
      effect: "rework",
      requirement: "layer:owner",
      inputs: { by: ["ben"] },
    });
  });

  it("takes one of several people where one is enough", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner", { who: ["ana", "ben"] })]],
        verdicts: [verdict("layer:owner", "approved", "ben")],
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });

  it("waits for the second person where two are asked for [R-099]", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner", { who: ["ana", "ben"], quorum: 2 })]],
        verdicts: [verdict("layer:owner", "concerns", "ben")],
      }),
    );

    expect(decision).toMatchObject({ effect: "wait", outstanding: ["layer:owner"], gate: "pass" });
    expect(reasonOf(decision, "outstanding")?.inputs).toEqual({
      expected: ["ana"],
      answers: 1,
      quorum: 2,
    });
  });
});

describe("a chain", () => {
  it("is walked layer by layer: each approval opens the next [R-021]", () => {
    const stages = LAYERS.map((_, answered) => {
      const verdicts = LAYERS.slice(0, answered).map((id) => verdict(id, "approved"));
      const { effect, stage, outstanding } = decide(input({ stages: CHAIN, verdicts }));
      return { effect, stage, outstanding };
    });

    expect(stages).toEqual(
      LAYERS.map((id, stage) => ({ effect: "wait", stage, outstanding: [id] })),
    );
  });

  it("is complete after its last layer", () => {
    const decision = decide(
      input({ stages: CHAIN, verdicts: LAYERS.map((id) => verdict(id, "approved")) }),
    );

    expect(decision).toMatchObject({ effect: "advance", stage: 3, complete: true });
  });

  it("is not moved by approvals of its author, however many they are [D1] [H1] [H4]", () => {
    const verdicts = LAYERS.map((id) => verdict(id, "approved", "claude", { byKind: "human" }));
    const decision = decide(input({ stages: CHAIN, verdicts }));

    expect(decision).toMatchObject({ effect: "wait", stage: 1, outstanding: ["layer:peer"] });
    expect(rowsOf(decision).filter((row) => row === "trust_author")).toHaveLength(3);
  });

  it("attributes approvals: those of a later layer do not stand for an earlier one [D1] [H1]", () => {
    const decision = decide(
      input({
        stages: CHAIN,
        verdicts: ["layer:self", "layer:department_head", "layer:owner"].map((id) =>
          verdict(id, "approved"),
        ),
      }),
    );

    expect(decision).toMatchObject({ effect: "wait", stage: 1, outstanding: ["layer:peer"] });
  });

  it("asks nobody twice after a skipped layer: the peer's approval opens the head's [R-085] [R-244] [D2]", () => {
    const [, ...skippedSelf] = CHAIN;
    const decision = decide(
      input({ stages: skippedSelf, verdicts: [verdict("layer:peer", "approved")] }),
    );

    expect(decision).toMatchObject({ stage: 1, outstanding: ["layer:department_head"] });
  });

  it("takes one actor for one layer only, and does not wait for what cannot count [C10] [H1]", () => {
    const stages = [
      [requirement("layer:department_head", { who: ["ana"] })],
      [requirement("layer:csuite")],
      [requirement("layer:owner")],
    ];
    const verdicts = [
      verdict("layer:department_head", "approved", "ana"),
      verdict("layer:csuite", "approved"),
      verdict("layer:owner", "approved", "ana"),
    ];
    const decision = decide(input({ stages, verdicts }));

    expect(decision).toMatchObject({ effect: "escalate", stage: 2, complete: false });
    expect(decision.reasons[0]).toEqual({
      table: "trust",
      row: "trust_one_layer",
      effect: null,
      requirement: "layer:owner",
      inputs: { verdict: "vrd_layerownerana", by: "ana", opinion: "approved" },
    });
    expect(reasonOf(decision, "quorum_unreachable")?.requirement).toBe("layer:owner");
  });

  it("escalates before the second layer is asked, if only the same actor could answer it", () => {
    const decision = decide(
      input({
        stages: [
          [requirement("layer:department_head", { who: ["ana"] })],
          [requirement("layer:owner")],
        ],
        verdicts: [verdict("layer:department_head", "approved", "ana")],
      }),
    );

    expect(decision).toMatchObject({ effect: "escalate", stage: 1, outstanding: [] });
  });

  it.each([
    { opinion: "blocker", effect: "escalate", row: "blocker" },
    { opinion: "concerns", effect: "rework", row: "chain_concerns" },
  ] as const)("hears an actor's $opinion on a second layer", ({ opinion, effect, row }) => {
    const decision = decide(
      input({
        stages: [
          [requirement("layer:department_head", { who: ["ana"] })],
          [requirement("layer:owner", { who: ["ana", "ben"] })],
        ],
        verdicts: [
          verdict("layer:department_head", "approved", "ana"),
          verdict("layer:owner", opinion, "ana"),
          verdict("layer:owner", "approved", "ben"),
        ],
      }),
    );

    expect(decision).toMatchObject({ effect, stage: 1 });
    expect(reasonOf(decision, row)?.inputs.by).toEqual(["ana"]);
  });

  it("leaves an actor that abstained from one layer free for another", () => {
    const decision = decide(
      input({
        stages: [
          [requirement("layer:department_head", { who: ["ana", "cto"] })],
          [requirement("layer:owner")],
        ],
        verdicts: [
          verdict("layer:department_head", "abstained", "ana"),
          verdict("layer:department_head", "approved", "cto"),
          verdict("layer:owner", "approved", "ana"),
        ],
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });

  it("lets one actor answer a machine's requirement and a layer", () => {
    const decision = decide(
      input({
        stages: [
          [requirement("agent:codex"), requirement("panel", { who: ["codex"], quorum: 1 })],
          [requirement("layer:peer", { who: ["codex"] })],
        ],
        verdicts: ["agent:codex", "panel", "layer:peer"].map((id) =>
          verdict(id, "approved", "codex"),
        ),
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });

  it("takes layers merged into one requirement as one", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner", { layers: ["department_head", "csuite", "owner"] })]],
        verdicts: [verdict("layer:owner", "approved")],
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });
});
