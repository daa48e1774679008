import { describe, expect, it } from "vitest";
import { agent, person, type Scenario, SYSTEM, scenario } from "../testing/scenario.ts";
import { project } from "./view/projections.ts";
import { turnOf } from "./view/turn.ts";

const status = (play: Scenario): string | null => project(play.task).panel;

function working(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "panel", ...policy }, sponsor: "ben" });
  play.claim();
  return play;
}

/** The panel has been asked about work in progress. */
function asked(policy: object = {}): Scenario {
  const play = working(policy);
  play.report("milestone");
  play.planCheckup();
  return play;
}

/** The panel has been asked about a submission. */
function inReview(policy: object = {}): Scenario {
  const play = working(policy);
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

describe("review triggers", () => {
  it.each([
    { trigger: "milestone", by: agent("agent-1") },
    { trigger: "blocker", by: agent("agent-1") },
    { trigger: "request_review", by: agent("agent-1") },
    { trigger: "manual", by: person("ana") },
    { trigger: "silence", by: SYSTEM },
  ] as const)(
    "$trigger starts a look at the work [R-008] [R-045] [R-046] [R-047] [R-048] [R-049]",
    ({ trigger, by }) => {
      const play = working();
      play.report(trigger, by);

      expect(play.logged).toEqual([
        { type: "event_reported", trigger, by: by.id, summary: "" },
        { type: "checkup_started", number: 1, trigger, deadlineMs: 2_800_000 },
      ]);
      expect(play.effects[0]).toEqual({ do: "read_checkup", checkup: 1 });
      expect(play.state).toBe("in_progress");
    },
  );

  it("a trigger that the policy switched off is only recorded [R-008]", () => {
    const play = working({ triggers: { milestone: "off" } });
    play.report("milestone");

    expect(play.events).toEqual(["event_reported"]);
    expect(play.task.checkup).toBeNull();
  });

  it("the panel's members are asked together", () => {
    const play = asked();

    expect(play.effects[0]).toEqual({ do: "ask_checkup", checkup: 1, requirements: ["panel"] });
    expect(play.task.checkup?.planned?.plan.requirements.map(({ id, who }) => [id, who])).toEqual([
      ["panel", ["codex", "gemini"]],
    ]);
  });
});

describe("the four rules, on work in progress", () => {
  it.each([
    { rule: 1, codex: "blocker", gemini: null, status: "PAUSED", kind: "escalated" },
    { rule: 2, codex: "concerns", gemini: "concerns", status: "PAUSED", kind: "clarify" },
    {
      rule: 3,
      codex: "concerns",
      gemini: "approved",
      status: "RUNNING (Flagged)",
      kind: undefined,
    },
    { rule: 4, codex: "approved", gemini: "approved", status: "RUNNING", kind: undefined },
  ] as const)("rule $rule: $codex and $gemini → $status [R-032] [R-134] [R-135] [R-136]", (row) => {
    const play = asked();
    play.checkupVerdict(row.codex, agent("codex"));
    if (row.gemini !== null) play.checkupVerdict(row.gemini, agent("gemini"));

    expect(status(play)).toBe(row.status);
    expect(play.task.phase.is === "held" ? play.task.phase.kind : undefined).toBe(row.kind);
  });

  it("STOP & ESCALATE: the user is notified immediately and decides [R-033]", () => {
    const play = asked();
    play.checkupVerdict("blocker", agent("codex"));
    const told = play.effects;
    play.release([{ do: "set_aside", verdict: "vrd_1" }]);

    expect(told[0]).toEqual({ do: "notify", to: "ana", why: "escalated" });
    expect(play.task.phase).toEqual({
      is: "in_progress",
      agent: "agent-1",
      leaseUntilMs: play.nowMs + 3_600_000,
    });
  });

  it("LOG & CONTINUE: the concern goes to the issues list and the work goes on [R-034] [R-135]", () => {
    const play = asked();
    play.checkupVerdict("concerns", agent("codex"));
    play.checkupVerdict("approved", agent("gemini"));

    expect(play.task.issues).toEqual([{ round: 0, row: "panel_concern", by: ["codex"] }]);
    expect(play.state).toBe("in_progress");
  });

  it("CONTINUE: the silence clocks are reset [R-050] [R-136]", () => {
    const play = asked();
    play.checkupVerdict("approved", agent("codex"));
    play.checkupVerdict("approved", agent("gemini"));

    expect(play.effects).toEqual([]);
    expect(play.task.checkup).toBeNull();
  });

  it("a checkup never approves and never sends back", () => {
    const play = asked();
    play.checkupVerdict("approved", agent("codex"));
    play.checkupVerdict("approved", agent("gemini"));

    expect(play.events).toEqual(["checkup_verdict", "checkup_decided", "checkup_ended"]);
    expect([play.state, play.task.attempt, play.task.round]).toEqual(["in_progress", 1, null]);
  });
});

describe("the four rules, on a submission", () => {
  it.each([
    { rule: 1, codex: "approved", gemini: "blocker", status: "PAUSED", state: "held" },
    { rule: 2, codex: "concerns", gemini: "concerns", status: "PAUSED", state: "held" },
    {
      rule: 3,
      codex: "concerns",
      gemini: "approved",
      status: "RUNNING (Flagged)",
      state: "approved",
    },
    { rule: 4, codex: "approved", gemini: "approved", status: "RUNNING", state: "approved" },
  ] as const)("rule $rule: $codex and $gemini → $status [R-032] [R-134] [R-135] [R-136]", (row) => {
    const play = inReview();
    play.verdict("panel", row.codex, agent("codex"));
    play.verdict("panel", row.gemini, agent("gemini"));

    expect([status(play), play.state]).toEqual([row.status, row.state]);
  });

  it("rule 3 whatever the issue says: a high issue beside one concern is logged, not sent back", () => {
    const play = inReview();
    play.verdict("panel", "concerns", agent("codex"), [
      {
        severity: "major",
        message: "Password hashing is using MD5, must use Argon2.",
        file: "auth_controller.py",
      },
    ]);
    play.verdict("panel", "approved", agent("gemini"));

    expect(status(play)).toBe("RUNNING (Flagged)");
    expect(play.task.findings.map(({ file }) => file)).toEqual(["auth_controller.py"]);
  });
});

describe("PAUSE & CLARIFY", () => {
  function conflict(): Scenario {
    const play = inReview();
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "concerns", agent("gemini"));
    return play;
  }

  it("asks the author one question that names who is in conflict [R-033] [R-134] [R-168]", () => {
    const play = conflict();

    expect(play.task.findings.map(({ category, message }) => [category, message])).toEqual([
      ["clarification", "codex and gemini raised concerns that need an answer"],
    ]);
    expect(turnOf(play.task)).toEqual({ holder: "agent", who: "agent-1" });
  });

  it("the answer re-asks the same members on the same content, and their new verdicts replace the old [R-033]", () => {
    const play = conflict();
    play.dispose(
      "F-1",
      { is: "disputed", note: "Both are wrong: see the spec." },
      agent("agent-1"),
    );
    const effects = play.effects;
    play.verdict("panel", "approved", agent("codex"));
    play.verdict("panel", "approved", agent("gemini"));

    expect(effects).toEqual([{ do: "ask", round: 1, requirements: ["panel"] }]);
    expect(play.state).toBe("approved");
  });

  it("once per round: a second conflict escalates", () => {
    const play = conflict();
    play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "concerns", agent("gemini"));

    expect(play.task.phase).toMatchObject({
      is: "held",
      kind: "escalated",
      reasons: [{ code: "clarified_already", about: null }],
    });
  });

  it("after 30 minutes without an answer it escalates", () => {
    const play = conflict();
    const before = play.nowMs;
    play.late();

    expect(play.nowMs - before).toBe(1_800_000);
    expect(play.task.phase).toMatchObject({
      is: "held",
      kind: "escalated",
      reasons: [{ code: "clarify_timeout", about: "panel" }],
    });
  });
});

describe("defects and holes", () => {
  it("zero reviews never pass: both members silent escalates [D12] [H15]", () => {
    const play = inReview();
    play.late();
    play.late();

    expect(play.events.slice(0, 3)).toEqual(["gave_up", "gave_up", "decided"]);
    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable", about: "panel" }],
    });
  });

  it("below the quorum of 2, one approval waits and then escalates [D12]", () => {
    const play = inReview();
    play.verdict("panel", "approved", agent("codex"));
    const waiting = play.state;
    play.late();
    play.late();

    expect([waiting, play.state]).toEqual(["reviewing", "held"]);
  });

  it("an abstention is no approval [D13]", () => {
    const play = inReview();
    play.verdict("panel", "approved", agent("codex"));
    play.verdict("panel", "abstained", agent("gemini"));

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable" }],
    });
  });

  it("two concerns by the same reviewer are one [D13]", () => {
    const play = inReview();
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "approved", agent("gemini"));

    expect(status(play)).toBe("RUNNING (Flagged)");
  });

  it("an event of the agent does not move the deadline of its lease [D14] [H17]", () => {
    const play = working();
    const lease = play.task.phase;
    play.wait(60_000);
    play.report("milestone");

    expect(play.task.phase).toEqual(lease);
  });

  it("a late reviewer is asked again, once, before it has no result [R-095] [H17]", () => {
    const play = inReview();
    play.late();

    expect(play.effects[0]).toEqual({ do: "ask", round: 1, requirements: ["panel"] });
    expect(play.state).toBe("reviewing");
  });

  it("a member who is the author is not asked, and the quorum stays", () => {
    const play = scenario({ policy: { profile: "panel" } });
    play.claim("codex");
    play.submit("1", {}, "codex");
    play.plan();

    const panel = play.task.round?.plan?.requirements.find(({ id }) => id === "panel");
    expect([panel?.who, panel?.quorum]).toEqual([["gemini"], 2]);
  });
});
