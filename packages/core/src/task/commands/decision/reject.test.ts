import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, type Scenario, scenario } from "../../../testing/scenario.ts";

const NOW = 1_000_000;

function atOwner(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

describe("reject", () => {
  it("ends it at once with its reason, stops everything, and can be undone for a while", () => {
    const play = atOwner();
    play.reject();

    expect(play.logged.slice(0, 2)).toEqual([
      {
        type: "feedback_given",
        entry: {
          iteration: 1,
          timestamp: NOW,
          by: "ana",
          decision: "rejected",
          rejectReason: "not wanted",
        },
      },
      { type: "rejected", reason: "not wanted" },
    ]);
    expect(play.logged[2]).toMatchObject({
      type: "grace_opened",
      grace: { act: "reject", by: "ana", verdict: null },
    });
    expect(play.effects).toEqual([{ do: "close_grace", delayMs: 10_000 }]);
    expect(play.task.phase).toEqual({ is: "rejected", reason: "not wanted" });
  });

  it("again is noted", () => {
    const play = atOwner();
    play.reject();
    play.reject();

    expect(play.logged).toEqual([{ type: "noted", what: "already_rejected" }]);
  });

  it("by an agent is refused", () => {
    expect(
      refusal(() => atOwner().send({ type: "reject", reason: "x" }, agent("agent-2"))),
    ).toMatchObject({
      code: "human_only",
      details: { layer: "owner" },
    });
  });

  it("of what is being merged or done is refused", () => {
    const play = atOwner();
    play.approve();
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    const merging = refusal(() => play.reject()).message;
    play.engine({ type: "merged", tree: "1".repeat(40) });

    expect([merging, refusal(() => play.reject()).message]).toEqual([
      "cs-test is merging",
      "cs-test is done",
    ]);
  });
});
