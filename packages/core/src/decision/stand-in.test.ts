import { describe, expect, it } from "vitest";
import {
  type Given,
  input,
  reasonOf,
  requirement,
  rowsOf,
  verdict,
} from "../testing/decision-of.ts";
import { decide } from "./decide.ts";
import { seatOf } from "./trust.ts";

const OWNER = requirement("layer:owner", { who: ["ana", "ben"], quorum: 2 });
const PEOPLE = { owner: ["ana", "ben"], substitutes: { ana: ["sam"], ben: ["sam", "tom"] } };

/** A check has passed; then these people answer the owners' layer. */
function decided(answers: readonly ReturnType<typeof verdict>[], more: Partial<Given> = {}) {
  return decide(
    input({
      stages: [[requirement("check:tests")], [OWNER]],
      policy: { people: PEOPLE },
      verdicts: [verdict("check:tests", "approved"), ...answers],
      round: { turns: ["sam", "tom"] },
      ...more,
    }),
  );
}

const says = (opinion: "approved" | "concerns" | "blocker" | "abstained", by: string) =>
  verdict("layer:owner", opinion, by);

describe("seatOf", () => {
  const around = (turns: readonly string[], people: object = PEOPLE) =>
    input({ policy: { people }, round: { turns } });

  it.each([
    { actor: "ana", turns: [], seat: "ana" },
    { actor: "sam", turns: [], seat: null },
    { actor: "sam", turns: ["sam"], seat: "ana" },
    { actor: "tom", turns: ["sam", "tom"], seat: "ben" },
    { actor: "eve", turns: ["eve"], seat: null },
    { actor: "ben", turns: ["ben"], seat: "ben" },
  ])("$actor with the turns $turns takes the seat $seat", ({ actor, turns, seat }) => {
    expect(seatOf(actor, OWNER, around(turns))).toBe(seat);
  });

  it("is a matter of people: nobody stands in for a machine", () => {
    const people = { owner: ["ana"], substitutes: { ana: ["sam"], codex: ["sam"] } };
    const machine = requirement("agent:codex");
    const { policy, round } = around(["sam"], { owner: ["ana"], substitutes: { ana: ["sam"] } });
    const odd = { ...policy, people: { ...policy.people, ...people } };

    expect(seatOf("sam", machine, { policy: odd, round })).toBeNull();
  });

  it("of a person who was named at a release may be taken too", () => {
    const given = input({
      policy: { people: PEOPLE },
      round: {
        turns: ["tom"],
        resolutions: [{ do: "name_reviewer", requirement: "layer:owner", reviewer: "ben" }],
      },
    });

    expect(seatOf("tom", requirement("layer:owner"), given)).toBe("ben");
  });
});

describe("a seat", () => {
  it("is filled once: a person and their substitute are one answer of the quorum", () => {
    const decision = decided([says("approved", "ana"), says("approved", "sam")]);

    expect([decision.effect, decision.outstanding]).toEqual(["wait", ["layer:owner"]]);
    expect(reasonOf(decision, "outstanding")?.inputs).toEqual({
      expected: ["ben"],
      answers: 1,
      quorum: 2,
    });
  });

  it("two seats are two answers", () => {
    const decision = decided([says("approved", "sam"), says("approved", "tom")]);

    expect([decision.effect, decision.complete, decision.flags]).toEqual([
      "advance",
      true,
      ["stood_in"],
    ]);
    expect(
      decision.reasons.filter(({ row }) => row === "stood_in").map(({ inputs }) => inputs),
    ).toEqual([
      { by: "sam", for: "ana" },
      { by: "tom", for: "ben" },
    ]);
  });

  it.each([
    { ana: "approved", sam: "concerns" },
    { ana: "concerns", sam: "approved" },
    { ana: "concerns", sam: "abstained" },
  ] as const)("$ana and $sam in one seat: the worse counts", ({ ana, sam }) => {
    const answers = [says(ana, "ana"), says(sam, "sam"), says("approved", "ben")];

    for (const order of [answers, answers.toReversed()])
      expect(decided(order).effect).toBe("rework");
  });

  it("a blocker of a substitute escalates", () => {
    expect(decided([says("blocker", "sam"), says("approved", "ana")]).effect).toBe("escalate");
  });

  it("whose answer was set aside is not asked again", () => {
    const aside = says("concerns", "sam");
    const decision = decided([aside, says("approved", "ben")], {
      round: {
        turns: ["sam"],
        resolutions: [{ do: "set_aside", verdict: aside.id }],
      },
    });

    expect([decision.effect, decision.complete]).toEqual(["advance", true]);
  });

  it("with an answer that stands is not made smaller by one that was set aside", () => {
    const aside = says("concerns", "sam");
    const decision = decided([aside, says("approved", "ana")], {
      round: {
        turns: ["sam"],
        resolutions: [{ do: "set_aside", verdict: aside.id }],
      },
    });

    expect(reasonOf(decision, "outstanding")?.inputs).toMatchObject({ answers: 1, quorum: 2 });
  });

  it("one actor fills one layer, also as a substitute", () => {
    const head = requirement("layer:department_head", { who: ["sam"] });
    const decision = decided([], {
      stages: [[head], [requirement("layer:owner", { who: ["ana"] })]],
      verdicts: [verdict("layer:department_head", "approved", "sam"), says("approved", "sam")],
    });

    expect(rowsOf(decision)).toContain("trust_one_layer");
    expect(decision.outstanding).toEqual(["layer:owner"]);
  });

  it("an answer before the turn moved does not count", () => {
    const decision = decided([says("approved", "sam")], { round: { turns: [] } });

    expect(rowsOf(decision)).toContain("trust_not_asked");
  });
});
