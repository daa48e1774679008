import { describe, expect, it } from "vitest";
import { agent, check, type Scenario, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

const MACHINE = 1_800_000;
const REMINDER = 14_400_000;

function reviewing(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

describe("a machine that is late", () => {
  it("is asked again, with a new deadline", () => {
    const play = reviewing();
    play.verdict("check:integrity", "approved", check("integrity"));
    play.late();

    const atMs = play.nowMs + MACHINE;
    expect(play.logged).toEqual([
      { type: "asked", requirements: ["check:secrets"], person: null, deadlineMs: atMs },
    ]);
    expect(play.effects).toEqual([{ do: "ask", round: 1, requirements: ["check:secrets"] }]);
    expect(dueMs(play.task)).toBe(atMs);
    expect(play.task.round?.asked).toEqual({ "check:integrity": 1, "check:secrets": 2 });
  });

  it("after its retries has no result, which is not a pass: a person is asked", () => {
    const play = reviewing();
    play.verdict("check:integrity", "approved", check("integrity"));
    play.late();
    play.late();

    expect(play.events).toEqual(["gave_up", "decided", "held"]);
    expect(play.logged[0]).toEqual({
      type: "gave_up",
      requirement: "check:secrets",
      actor: "secrets",
    });
    expect(play.task.round?.noResult).toEqual(["check:secrets secrets"]);
    expect(play.task.phase).toMatchObject({
      is: "held",
      kind: "escalated",
      reasons: [{ code: "quorum_unreachable", about: "check:secrets" }],
      deadlineMs: play.nowMs + REMINDER,
    });
    expect(play.effects).toEqual([{ do: "notify", to: "ana", why: "escalated" }]);
    expect(dueMs(play.task)).toBe(play.nowMs + REMINDER);
  });

  it("is asked again only if the engine runs it: an agent with a connection was asked once", () => {
    const reader = { id: "reader", when: "always", require: [{ reviewer: "codex" }] };
    const policy = { profile: "modes", policies: [{ ...reader, description: "For a test" }] };
    const late = (engineRun: readonly string[]) => {
      const play = scenario({ policy, engineRun });
      play.submit();
      play.plan();
      play.late();
      return play.state;
    };

    expect(late(["codex"])).toBe("reviewing");
    expect(late([])).toBe("held");
  });

  it("only the members of a panel that have not answered have no result", () => {
    const play = reviewing({
      profile: "panel",
      panel: { members: ["codex", "gemini"], quorum: 1 },
    });
    play.passChecks();
    play.verdict("panel", "approved", agent("codex"));
    play.late();
    play.late();

    expect(play.task.round?.noResult).toEqual(["panel gemini"]);
    expect(play.state).toBe("approved");
  });

  it("has no result here, also if it has answered something else", () => {
    const play = reviewing({
      profile: "panel",
      policies: [
        {
          id: "universal",
          when: "always",
          require: [{ reviewer: "codex" }],
          description: "For a test",
        },
      ],
    });
    play.passChecks();
    play.verdict("agent:codex", "approved", agent("codex"));
    play.verdict("panel", "approved", agent("gemini"));
    play.late();
    play.late();

    expect(play.task.round?.noResult).toEqual(["panel codex"]);
  });

  it("an agent that a person named is asked too, and given up by name", () => {
    const play = reviewing({ profile: "panel" });
    play.passChecks();
    play.late();
    play.late();
    play.release([{ do: "name_reviewer", requirement: "panel", reviewer: "agent-2" }]);
    play.late();
    play.late();

    expect(play.task.round?.noResult).toEqual(["panel codex", "panel gemini", "panel agent-2"]);
    expect(play.state).toBe("held");
  });
});
