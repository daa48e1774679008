import { describe, expect, it } from "vitest";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";

function reviewing(policy: object = { profile: "modes" }): Scenario {
  const play = scenario({ policy });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function panel(policy: object = {}): Scenario {
  const play = reviewing({ profile: "panel", ...policy });
  play.passChecks();
  return play;
}

describe("a verdict after the approval", () => {
  function approved(): Scenario {
    const play = panel();
    play.verdict("panel", "approved", agent("codex"));
    play.verdict("panel", "approved", agent("gemini"));
    return play;
  }

  function merging(): Scenario {
    const play = approved();
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    return play;
  }

  it.each([
    { state: "approved", play: approved },
    { state: "merging", play: merging },
  ])("a blocker while $state stops the merge and asks a person", ({ play: start }) => {
    const play = start();
    play.verdict("panel", "blocker", agent("codex"));

    expect(play.events).toEqual(["verdict_recorded", "held"]);
    expect(play.task.phase).toMatchObject({
      is: "held",
      kind: "escalated",
      reasons: [{ code: "late_blocker", about: "vrd_5" }],
      resume: null,
      offer: null,
      question: null,
    });
    expect(play.effects.slice(0, 1)).toEqual([{ do: "notify", to: "ana", why: "escalated" }]);
  });

  it.each(["approved", "concerns", "abstained"] as const)("%s is evidence", (opinion) => {
    const play = approved();
    play.verdict("panel", opinion, agent("codex"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "the task is approved" }]);
    expect(play.state).toBe("approved");
  });

  it("set aside by a person, the late blocker no longer stops it", () => {
    const play = approved();
    play.verdict("panel", "blocker", agent("codex"));
    play.release([{ do: "set_aside", verdict: "vrd_5" }]);

    expect(play.state).toBe("approved");
  });
});

describe("a verdict after a release sent the work back", () => {
  function sentBack(): Scenario {
    const play = reviewing();
    play.verdict("check:secrets", "blocker", check("secrets"));
    play.release([{ do: "send_back" }]);
    return play;
  }

  it.each([
    { requirement: "check:integrity", by: check("integrity"), why: "the task is rework" },
    { requirement: "layer:owner", by: person("ana"), why: "its stage has not begun" },
  ])("$requirement: $why", ({ requirement, by, why }) => {
    const play = sentBack();
    play.verdict(requirement, "approved", by);

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why }]);
  });
});
