import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, person, type Scenario, scenario } from "../../../testing/scenario.ts";

const ANA = person("ana");

function reviewing(quorum = 1): Scenario {
  const play = scenario({
    policy: { profile: "panel", panel: { members: ["codex", "gemini"], quorum } },
  });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

type Said = "retry_reviewer" | "cancel_reviewer";

function seat(type: Said, reviewer: string, requirement = "panel") {
  return { type, round: 1, requirement, reviewer } as const;
}

function noResult(play: Scenario, reviewer: string, cause: "stopped" | "over_cap") {
  return {
    type: "no_result",
    of: "round",
    number: 1,
    tree: play.task.round?.content.tree ?? "",
    requirement: "panel",
    reviewer,
    cause,
    reason: "for a test",
    costUsd: 0.5,
  } as const;
}

describe("a person cancels one reviewer", () => {
  it("but not one who is an author of the work", () => {
    const play = scenario({
      policy: { profile: "panel", panel: { members: ["codex", "gemini"], quorum: 1 } },
    });
    play.claim("ana");
    play.submit("1", {}, "ana");
    play.plan();
    play.passChecks();
    const attempt = () => play.send(seat("cancel_reviewer", "gemini"), ANA);
    expect(refusal(attempt)).toMatchObject({ code: "self_review" });
  });

  it("it has no result, and the others decide if they are enough", () => {
    const play = reviewing();
    play.verdict("panel", "approved", agent("codex"));
    play.send(seat("cancel_reviewer", "gemini"), ANA);

    expect(play.task.round?.noResult).toEqual(["panel gemini"]);
    expect(play.state).toBe("approved");
  });

  it("is never an approval: without a quorum a person must decide", () => {
    const play = reviewing(2);
    play.verdict("panel", "approved", agent("codex"));
    play.send(seat("cancel_reviewer", "gemini"), ANA);

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable", about: "panel" }],
    });
    play.release([{ do: "retry" }]);
    expect([play.state, play.task.round?.noResult]).toEqual(["reviewing", []]);
  });

  it("leaves the money to a person where the other was not asked because of a cap", () => {
    const play = reviewing(2);
    play.engine(noResult(play, "codex", "over_cap"));
    expect(play.state).toBe("reviewing");
    play.send(seat("cancel_reviewer", "gemini"), ANA);

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "limit_cost", about: "panel" }],
    });
  });

  it("leaves the review to those who are still at work", () => {
    const play = reviewing();
    play.send(seat("cancel_reviewer", "gemini"), ANA);

    expect(play.events).toEqual(["gave_up", "decided"]);
    expect(play.state).toBe("reviewing");
    play.verdict("panel", "approved", agent("codex"));
    expect(play.state).toBe("approved");
  });
});
