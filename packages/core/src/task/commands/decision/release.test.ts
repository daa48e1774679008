import { describe, expect, it } from "vitest";
import { NAMED_PERSON } from "../../../plan/compile/amend.ts";
import { after, checked, HOLDS, PANEL, planned } from "../../../testing/holds.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, type Scenario, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

const NOW = 1_000_000;

describe("release", () => {
  it("records the resolutions, starts the count again and decides again", () => {
    const play = HOLDS.panel_conflict();
    play.release([{ do: "set_aside", verdict: "vrd_4" }]);

    expect(play.events).toEqual(["released", "decided", "concern_logged", "flagged", "approved"]);
    expect(play.logged[0]).toEqual({
      type: "released",
      resolutions: [{ do: "set_aside", verdict: "vrd_4" }],
    });
    expect(play.task.round?.resolutions).toEqual([{ do: "set_aside", verdict: "vrd_4" }]);
    expect(play.task.attempt).toBe(1);
  });

  it("needs one resolution for each reason, and none that settles nothing", () => {
    const play = scenario({
      policy: { profile: "cycles", limits: { attempts: 1, stallRounds: 2 } },
    });
    for (const tree of ["1", "2"]) {
      play.submit(tree);
      play.plan();
      play.passChecks();
      play.verdict("layer:peer", "concerns", agent("agent-2"), [{ quote: "same" }]);
      if (tree === "1") play.release([{ do: "send_back" }]);
    }
    const grant = { do: "grant_attempts", attempts: 1 } as const;

    expect(play.task.phase).toMatchObject({
      reasons: [{ code: "limit_attempts" }, { code: "limit_stalled" }],
    });
    expect(refusal(() => play.release([grant]))).toEqual({
      code: "invalid_input",
      message:
        "cs-test needs exactly one resolution for each of these reasons: limit_attempts, limit_stalled.",
      details: { task: "cs-test", state: "held", round: 2 },
    });
    expect(refusal(() => play.release([grant, { do: "retry" }])).code).toBe("invalid_input");
    expect(refusal(() => play.release([grant, { do: "reject" }])).code).toBe("invalid_input");
    expect(refusal(() => play.release([])).code).toBe("invalid_input");
    play.release([grant, { ...grant, attempts: 4 }]);
    expect([play.state, play.task.attemptLimit]).toEqual(["rework", 5]);
  });

  it("of two blockers sets each aside", () => {
    const play = planned({ profile: "modes" });
    play.verdict("check:integrity", "blocker", check("integrity"));
    const first = { do: "set_aside", verdict: "vrd_1" } as const;
    play.release([first]);
    play.verdict("check:secrets", "blocker", check("secrets"));
    const second = { do: "set_aside", verdict: "vrd_2" } as const;

    expect(refusal(() => play.release([first])).code).toBe("invalid_input");
    play.release([second]);
    expect(play.task.round?.resolutions).toEqual([first, second]);
    expect(play.task.round?.decision?.outstanding).toEqual(["layer:owner"]);
  });

  it("of a late blocker sets that blocker aside, and no other verdict", () => {
    const play = checked(PANEL);
    play.verdict("panel", "approved", agent("codex"));
    play.verdict("panel", "approved", agent("gemini"));
    play.verdict("panel", "blocker", agent("codex"));

    expect(refusal(() => play.release([{ do: "set_aside", verdict: "vrd_4" }])).code).toBe(
      "invalid_input",
    );
  });

  it("of two kinds of reasons needs a resolution of each kind, in any order", () => {
    const held = (): Scenario => {
      const play = checked({ profile: "cycles", limits: { attempts: 1, costUsdPerTask: 0.5 } });
      play.send(
        {
          type: "record_verdict",
          id: "vrd_dear",
          of: "round",
          number: 1,
          tree: "1".repeat(40),
          requirement: "layer:peer",
          opinion: "concerns",
          summary: "Not like this",
          findings: [],
          costUsd: 2,
          sandboxed: true,
        },
        agent("agent-2"),
      );
      return play;
    };
    const grant = { do: "grant_attempts", attempts: 1 } as const;
    const raise = { do: "raise_budget", usd: 9 } as const;
    const play = held();
    play.release([raise, grant]);

    expect(held().task.phase).toMatchObject({
      reasons: [{ code: "limit_attempts" }, { code: "limit_cost" }],
    });
    expect(refusal(() => held().release([grant, grant])).code).toBe("invalid_input");
    expect([play.state, play.task.attemptLimit, play.task.budgetUsd]).toEqual(["rework", 2, 9]);
  });

  it("of overridden work with a late blocker decides again", () => {
    const play = checked({ profile: "modes" });
    play.override();
    play.verdict("check:integrity", "blocker", check("integrity"));
    play.release([{ do: "set_aside", verdict: "vrd_3" }]);

    expect(play.events).toContain("decided");
    expect(play.state).toBe("reviewing");
  });

  it("of a conflict cannot set a check aside", () => {
    expect(
      refusal(() => HOLDS.panel_conflict().release([{ do: "set_aside", verdict: "vrd_1" }])).code,
    ).toBe("invalid_input");
  });

  it("raises the budget", () => {
    const play = planned({ profile: "panel", limits: { costUsdPerTask: 1 } });
    play.send(
      {
        type: "record_verdict",
        id: "vrd_dear",
        of: "round",
        number: 1,
        tree: "1".repeat(40),
        requirement: "check:integrity",
        opinion: "approved",
        summary: "Not like this",
        findings: [],
        costUsd: 2,
        sandboxed: true,
      },
      check("integrity"),
    );
    const held = play.task.phase;
    expect(refusal(() => play.release([{ do: "grant_attempts", attempts: 1 }])).code).toBe(
      "invalid_input",
    );
    play.release([{ do: "raise_budget", usd: 9 }]);

    expect(held).toMatchObject({ reasons: [{ code: "limit_cost", about: null }] });
    expect([play.state, play.task.budgetUsd, play.task.attemptLimit]).toEqual([
      "reviewing",
      9,
      null,
    ]);
  });

  it("keeps a raised budget through later releases", () => {
    const play = HOLDS.limit_attempts();
    play.release([{ do: "grant_attempts", attempts: 1 }]);

    expect(play.task.budgetUsd).toBeNull();
  });

  it("names a person where nobody was left, who then decides", () => {
    const play = HOLDS.chain_empty();
    play.release([{ do: "name_reviewer", requirement: NAMED_PERSON, reviewer: "ben" }]);
    const asked = play.task.phase;
    play.approve("ben", NAMED_PERSON);

    expect(asked).toEqual({ is: "reviewing", deadlineMs: NOW + 14_400_000, person: "ben" });
    expect(play.state).toBe("approved");
  });

  it("does not name an author", () => {
    const play = HOLDS.chain_empty();

    expect(
      refusal(() =>
        play.release([{ do: "name_reviewer", requirement: NAMED_PERSON, reviewer: "agent-1" }]),
      ).code,
    ).toBe("invalid_input");
  });

  it("names another reviewer for a machine that gave no result; only that one is asked", () => {
    const play = HOLDS.quorum_unreachable();
    play.release([{ do: "name_reviewer", requirement: "panel", reviewer: "ben" }]);

    expect(play.effects[0]).toEqual({ do: "ask", round: 1, requirements: ["panel"] });
    expect(play.task.round?.noResult).toEqual(["panel codex", "panel gemini"]);
  });

  it("retry forgets who gave no result and asks everybody again", () => {
    const play = HOLDS.quorum_unreachable();
    play.release([{ do: "retry" }]);

    expect(play.task.round?.noResult).toEqual([]);
    expect(play.task.round?.asked).toEqual({ panel: 1 });
  });

  it("of content that nobody could read has it read again, and the plan is then made", () => {
    const play = HOLDS.no_result();
    play.release([{ do: "retry" }]);

    expect(play.events).toEqual(["released", "asked"]);
    expect(play.effects).toEqual([{ do: "read_content", round: 1 }]);
    expect(dueMs(play.task)).toBe(play.nowMs + 1_800_000);
    play.plan();
    expect(play.task.round?.plan).not.toBeNull();
  });

  it("of unread content can still send it back or reject it", () => {
    expect(after(HOLDS.no_result(), (play) => play.release([{ do: "send_back" }])).state).toBe(
      "rework",
    );
  });

  it("sends back as a person does: no attempt is used, nobody is held to have rejected it", () => {
    const play = HOLDS.limit_attempts();
    play.release([{ do: "send_back" }]);

    expect(play.logged.at(-1)).toMatchObject({
      type: "rework_requested",
      cause: "person",
      agent: "agent-1",
      rejectedBy: [],
    });
    expect([play.task.attempt, play.task.rejections]).toEqual([1, {}]);
  });

  it("rejects for good", () => {
    const play = HOLDS.blocker();
    play.release([{ do: "reject" }]);

    expect(play.logged.at(-1)).toEqual({ type: "rejected", reason: "rejected at release" });
    expect(play.effects).toEqual([]);
  });

  it("of an offered round: ends count for the held round, so the offer is dropped", () => {
    const play = HOLDS.blocker();
    play.submit("2");
    play.release([{ do: "send_back" }]);

    expect([play.state, play.task.round?.number]).toEqual(["rework", 1]);
  });

  it("retries a merge of overridden work without deciding it again", () => {
    const play = checked({ profile: "modes", limits: { mergeRetries: 0 } });
    play.override();
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    play.mergeFails("network");
    play.release([{ do: "retry" }]);

    expect(play.events).toEqual(["released", "approved"]);
    expect(play.logged[1]).toEqual({ type: "approved", tree: "1".repeat(40), override: true });
    expect(play.effects.at(-1)).toEqual({ do: "merge", delayMs: 10_000 });
  });

  it("compiles the plan again if the policy changed while it was held", () => {
    const play = HOLDS.blocker();
    play.usePolicy({ ...PANEL, modes: { default: "batch" } });
    play.engine({ type: "policy_changed" });
    const unchanged = play.events;
    play.release([{ do: "set_aside", verdict: "vrd_3" }]);

    expect(unchanged).toEqual(["policy_changed"]);
    expect(play.events).toContain("replanned");
    expect(play.task.round?.plan?.requirements.at(-1)?.id).toBe("layer:owner");
  });
});
