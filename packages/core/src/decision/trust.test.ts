import { describe, expect, it } from "vitest";
import { input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";
import { asked, isSponsor } from "./trust.ts";

const OWNER = [[requirement("layer:owner", { who: ["ana", "ben"] })]];
const FOUR_EYES = { trust: { separation: "four_eyes" } };

describe("the trust table", () => {
  const cases = [
    { title: "by an author", by: "claude", row: "trust_author", task: { authors: ["claude"] } },
    {
      title: "by one of several authors",
      by: "ana",
      row: "trust_author",
      task: { authors: ["x", "ana"] },
    },
    {
      title: "of other content",
      by: "ana",
      row: "trust_other_content",
      seen: { tree: "b".repeat(40) },
    },
    { title: "of an earlier round", by: "ana", row: "trust_other_content", seen: { round: 1 } },
    { title: "of a later round", by: "ana", row: "trust_other_content", seen: { round: 3 } },
    { title: "by a person who was not asked", by: "zoe", row: "trust_not_asked" },
    {
      title: "by an agent on a human layer",
      by: "ana",
      row: "trust_not_human",
      seen: { byKind: "agent" },
    },
    {
      title: "by a check on a human layer",
      by: "ana",
      row: "trust_not_human",
      seen: { byKind: "check" },
    },
    {
      title: "by the system on a human layer",
      by: "ana",
      row: "trust_not_human",
      seen: { byKind: "system" },
    },
    {
      title: "by the sponsor, with four eyes",
      by: "ana",
      row: "trust_sponsor",
      task: { sponsor: "ana" },
      policy: FOUR_EYES,
    },
    {
      title: "by a committer, with four eyes",
      by: "ana",
      row: "trust_sponsor",
      task: { committers: ["zoe", "ana"] },
      policy: FOUR_EYES,
    },
  ] as const;

  it.each(cases)("an answer $title is evidence only ($row) [R-151] [D17] [H12]", (the) => {
    const decision = decide(
      input({
        stages: OWNER,
        verdicts: [verdict("layer:owner", "approved", the.by, "seen" in the ? the.seen : {})],
        task: "task" in the ? the.task : {},
        policy: "policy" in the ? the.policy : {},
        round: { number: 2 },
      }),
    );

    expect(decision).toMatchObject({
      effect: "wait",
      complete: false,
      outstanding: ["layer:owner"],
    });
    expect(decision.reasons[0]).toEqual({
      table: "trust",
      row: the.row,
      effect: null,
      requirement: "layer:owner",
      inputs: { verdict: `vrd_layerowner${the.by}`, by: the.by, opinion: "approved" },
    });
    expect(rowsOf(decision)).toEqual([the.row, "outstanding"]);
  });

  it.each(["approved", "concerns", "blocker", "abstained"] as const)(
    "an author's %s on its own work changes nothing [C10] [H12]",
    (opinion) => {
      const decision = decide(
        input({ stages: OWNER, verdicts: [verdict("layer:owner", opinion, "claude")] }),
      );

      expect(decision).toMatchObject({ effect: "wait", outstanding: ["layer:owner"] });
    },
  );

  it("takes the author's answer to `self` [C10]", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:self")]],
        verdicts: [verdict("layer:self", "approved", "claude")],
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });

  it("does not wait for an author whom the plan asks by mistake", () => {
    const decision = decide(input({ stages: [[requirement("agent:codex", { who: ["claude"] })]] }));

    expect(decision).toMatchObject({ effect: "escalate", outstanding: [] });
    expect(rowsOf(decision)).toContain("quorum_unreachable");
  });

  it("takes no answer of nobody", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner", { who: ["nobody"] })]],
        verdicts: [verdict("layer:owner", "approved", "nobody")],
      }),
    );

    expect(decision).toMatchObject({ effect: "escalate", complete: false });
    expect(rowsOf(decision)[0]).toBe("trust_not_asked");
  });

  it("does not wait for nobody", () => {
    const decision = decide(input({ stages: [[requirement("layer:owner", { who: ["nobody"] })]] }));

    expect(decision).toMatchObject({ effect: "escalate", outstanding: [] });
  });

  it("keeps a current answer although the same reviewer also gave one of other content", () => {
    const stale = { id: "vrd_0", tree: "b".repeat(40) };
    const decision = decide(
      input({
        stages: OWNER,
        verdicts: [
          verdict("layer:owner", "blocker", "ana", stale),
          verdict("layer:owner", "approved", "ana"),
        ],
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
    expect(rowsOf(decision)).toEqual(["trust_other_content", "chain_approved", "severity_pass"]);
  });

  it("weighs what came for no requirement of the plan not at all", () => {
    const decision = decide(
      input({ stages: OWNER, verdicts: [verdict("layer:csuite", "blocker")] }),
    );

    expect(rowsOf(decision)).toEqual(["outstanding"]);
  });
});

describe("separation", () => {
  it.each([{ sponsor: "ana" }, { committers: ["ana"] }])(
    "agent: %j may answer a human layer, and it is said",
    (task) => {
      const decision = decide(
        input({ stages: OWNER, verdicts: [verdict("layer:owner", "approved")], task }),
      );

      expect(decision).toMatchObject({ effect: "advance", flags: ["sponsor_approved"] });
      expect(reasonOf(decision, "sponsor_approved")).toEqual({
        table: "trust",
        row: "sponsor_approved",
        effect: null,
        requirement: "layer:owner",
        inputs: { by: "ana" },
      });
    },
  );

  it("says nothing of a sponsor who abstained", () => {
    const decision = decide(
      input({
        stages: OWNER,
        verdicts: [
          verdict("layer:owner", "abstained", "ana"),
          verdict("layer:owner", "approved", "ben"),
        ],
        task: { sponsor: "ana" },
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", flags: [] });
  });

  it("says nothing of a sponsor who answers as a machine would", () => {
    const decision = decide(
      input({
        stages: [[requirement("agent:codex")]],
        verdicts: [verdict("agent:codex", "approved")],
        task: { sponsor: "codex" },
        policy: FOUR_EYES,
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", flags: [] });
  });

  it("four_eyes: the other owner may answer, the sponsor is not awaited", () => {
    const task = { sponsor: "ana" };
    const waiting = decide(input({ stages: OWNER, task, policy: FOUR_EYES }));
    const decision = decide(
      input({
        stages: OWNER,
        verdicts: [verdict("layer:owner", "approved", "ben")],
        task,
        policy: FOUR_EYES,
      }),
    );

    expect(reasonOf(waiting, "outstanding")?.inputs.expected).toEqual(["ben"]);
    expect(decision).toMatchObject({ effect: "advance", flags: [] });
  });

  it("four_eyes: a sponsor alone cannot be waited for, so somebody else is needed", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner")]],
        task: { sponsor: "ana" },
        policy: FOUR_EYES,
      }),
    );

    expect(decision).toMatchObject({ effect: "escalate", outstanding: [] });
    expect(reasonOf(decision, "quorum_unreachable")?.inputs).toEqual({ answers: 0, quorum: 1 });
  });

  it.each([
    { actor: "ana", is: true },
    { actor: "ben", is: true },
    { actor: "zoe", is: false },
  ])("$actor is sponsor or committer: $is", ({ actor, is }) => {
    expect(isSponsor(actor, { sponsor: "ana", committers: ["ben"] })).toBe(is);
  });
});

describe("a named reviewer", () => {
  const named = (reviewer: string, of = "layer:owner") =>
    ({ do: "name_reviewer", requirement: of, reviewer }) as const;

  it("counts like one whom the plan asked", () => {
    const decision = decide(
      input({
        stages: OWNER,
        verdicts: [verdict("layer:owner", "approved", "zoe")],
        round: { resolutions: [named("zoe")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });

  it("is awaited", () => {
    const decision = decide(input({ stages: OWNER, round: { resolutions: [named("zoe")] } }));

    expect(reasonOf(decision, "outstanding")?.inputs.expected).toEqual(["ana", "ben", "zoe"]);
  });

  it("does not count for another requirement", () => {
    const decision = decide(
      input({
        stages: OWNER,
        verdicts: [verdict("layer:owner", "approved", "zoe")],
        round: { resolutions: [named("zoe", "layer:csuite")] },
      }),
    );

    expect(rowsOf(decision)).toEqual(["trust_not_asked", "outstanding"]);
  });

  it("may not be an author", () => {
    const decision = decide(
      input({
        stages: OWNER,
        verdicts: [verdict("layer:owner", "approved", "claude")],
        round: { resolutions: [named("claude")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "wait", complete: false });
    expect(reasonOf(decision, "outstanding")?.inputs.expected).toEqual(["ana", "ben"]);
  });

  it("is asked once, also if the plan asks it", () => {
    expect(asked(requirement("layer:owner"), [named("ana"), named("zoe"), named("zoe")])).toEqual([
      "ana",
      "zoe",
    ]);
  });
});
