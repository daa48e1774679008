import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { situations } from "../../../testing/table/situations.ts";

const NOW = 1_000_000;

function atOwner(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

describe("override", () => {
  it("is loud: an owner, a reason, a flag for good, and never a layer's approval", () => {
    const play = atOwner();
    play.override();

    expect(play.events).toEqual(["feedback_given", "flagged", "approved", "grace_opened"]);
    expect(play.logged.slice(0, 3)).toEqual([
      {
        type: "feedback_given",
        entry: {
          iteration: 1,
          timestamp: NOW,
          by: "ana",
          decision: "approved",
          customFeedback: "ship it",
        },
      },
      { type: "flagged", flags: ["override"] },
      { type: "approved", tree: "1".repeat(40), override: true },
    ]);
    expect(play.logged[3]).toMatchObject({ grace: { act: "override", verdict: null } });
    expect(play.effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
    expect(play.task.round?.overridden).toBe(true);
    expect(
      play.task.round?.verdicts.items.some(({ requirement }) => requirement === "layer:owner"),
    ).toBe(false);
  });

  it.each([person("ben"), agent("ana")])("by $id ($kind), who is no owner, is refused", (actor) => {
    expect(refusal(() => atOwner().send({ type: "override", reason: "x" }, actor))).toMatchObject({
      code: "forbidden",
      message: "Only an owner may override the gate of cs-test.",
    });
  });

  it("by an owner who is an author is refused", () => {
    const play = scenario({ policy: { profile: "modes", people: { owner: ["ana"] } } });
    play.send({ type: "claim" }, person("ana"));
    play.submit("1", {}, "ana");

    expect(refusal(() => play.override())).toMatchObject({
      code: "self_review",
      message: "ana is an author of cs-test",
      details: { layer: "owner" },
    });
  });

  it.each(["open", "in_progress", "rejected"])("of a task that is %s is refused", (state) => {
    const play = scenario({ policy: { profile: "modes" } });
    if (state === "in_progress") play.claim();
    if (state === "rejected") play.reject();

    expect(refusal(() => play.override()).message).toBe(`cs-test is ${state}`);
  });

  it.each(["approved", "merging", "done"] as const)("of work that is %s is noted", (state) => {
    for (const { play } of situations(state)) {
      play.override();
      expect(play.logged).toEqual([{ type: "noted", what: "already_approved" }]);
    }
  });

  it("of sent-back work is refused: there is no review to end", () => {
    for (const { play } of situations("rework")) {
      expect(refusal(() => play.override())).toMatchObject({
        code: "wrong_state",
        message: "cs-test is rework",
      });
    }
  });

  it("merges though the gate was never open and the policy changed since", () => {
    const play = atOwner();
    play.override();
    play.usePolicy({ profile: "strict" });
    play.wait(10_000);
    play.engine({ type: "merge_started" });

    expect(play.state).toBe("merging");
  });
});
