import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

const MACHINE = 1_800_000;

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

describe("a person retries one reviewer", () => {
  it("it alone is asked again, with a new deadline", () => {
    const play = reviewing();
    play.send(seat("retry_reviewer", "gemini"), ANA);

    const atMs = play.nowMs + MACHINE;
    expect(play.logged).toEqual([
      {
        type: "asked",
        requirements: ["panel"],
        person: null,
        deadlineMs: atMs,
        only: "gemini",
        again: true,
      },
    ]);
    expect(play.effects).toEqual([
      { do: "ask", round: 1, requirements: ["panel"], only: "gemini" },
    ]);
    expect(dueMs(play.task)).toBe(atMs);
    expect(play.task.round?.asked).toMatchObject({ panel: 1, "panel gemini": 1 });
    expect(play.state).toBe("reviewing");
  });
});

describe("a reviewer that was stopped for it", () => {
  it("costs what it cost, and its seat still waits for the answer that was asked for", () => {
    const play = reviewing();
    play.send(seat("retry_reviewer", "gemini"), ANA);
    play.engine(noResult(play, "gemini", "stopped"));
    expect(play.logged).toMatchObject([{ type: "no_result", counts: false }]);
    expect([play.task.costUsd, play.task.round?.unanswered]).toEqual([0.5, undefined]);
    expect(play.state).toBe("reviewing");
  });
});

describe.each(["retry_reviewer", "cancel_reviewer"] as const)("%s", (type) => {
  it.each([
    ["an agent", () => reviewing(), seat(type, "codex"), agent("codex"), "human_only"],
    [
      "of another round",
      () => reviewing(),
      { ...seat(type, "codex"), round: 2 },
      ANA,
      "stale_round",
    ],
    ["one who was not asked", () => reviewing(), seat(type, "ben"), ANA, "wrong_state"],
    ["a requirement of no plan", () => reviewing(), seat(type, "codex", "x"), ANA, "wrong_state"],
    [
      "one who has answered",
      () => {
        const play = reviewing(2);
        play.verdict("panel", "approved", agent("codex"));
        return play;
      },
      seat(type, "codex"),
      ANA,
      "wrong_state",
    ],
    [
      "one who was given up",
      () => {
        const play = reviewing();
        play.send(seat("cancel_reviewer", "codex"), ANA);
        return play;
      },
      seat(type, "codex"),
      ANA,
      "wrong_state",
    ],
    [
      "a check that is done",
      () => reviewing(),
      seat(type, "integrity", "check:integrity"),
      ANA,
      "wrong_state",
    ],
    [
      "a person",
      () => {
        const play = scenario({ policy: { profile: "modes", modes: { default: "per-task" } } });
        play.claim();
        play.submit();
        play.plan();
        play.passChecks();
        return play;
      },
      seat(type, "ana", "layer:owner"),
      ANA,
      "wrong_state",
    ],
  ])("is refused: %s", (_, begin, command, actor, code) => {
    const play = begin();
    expect(refusal(() => play.send(command, actor))).toMatchObject({ code });
  });
});

it("also of a check that is late", () => {
  const play = scenario({ policy: { profile: "modes" } });
  play.claim();
  play.submit();
  play.plan();
  play.verdict("check:integrity", "approved", check("integrity"));
  play.send(seat("cancel_reviewer", "secrets", "check:secrets"), ANA);
  expect(play.state).toBe("held");
});
