import { describe, expect, it } from "vitest";
import { refusal } from "../../testing/refusal.ts";
import { agent, type Scenario, scenario } from "../../testing/scenario.ts";
import { dueMs } from "../model/due.ts";

const LEASE = 4_600_000;

function working(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { profile: "panel", ...policy } });
  play.claim();
  return play;
}

function asked(policy: object = {}): Scenario {
  const play = working(policy);
  play.report("request_review");
  play.planCheckup();
  return play;
}

describe("a checkup's verdicts", () => {
  it("wait for each other", () => {
    const play = asked();
    play.checkupVerdict("approved", agent("codex"));

    expect(play.events).toEqual(["checkup_verdict", "checkup_decided"]);
    expect(play.logged[1]).toMatchObject({ decision: { effect: "wait", outstanding: ["panel"] } });
    expect(play.effects).toEqual([]);
  });

  it.each([
    { why: "another number", more: { number: 9 } },
    { why: "another tree", more: { tree: "8".repeat(40) } },
  ])("for $why are evidence", ({ more }) => {
    const play = asked();
    play.send(
      {
        type: "record_verdict",
        id: "vrd_x",
        of: "checkup",
        number: 1,
        tree: "7".repeat(40),
        requirement: "panel",
        opinion: "blocker",
        summary: "Not like this",
        findings: [],
        costUsd: 0.25,
        sandboxed: false,
        ...more,
      },
      agent("codex"),
    );

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "no such checkup" }]);
    expect(play.task.costUsd).toBe(0.25);
  });

  it("by the author do not count", () => {
    const play = working();
    play.report("milestone");
    play.planCheckup();
    play.checkupVerdict("blocker", agent("agent-1"));

    expect(play.state).toBe("in_progress");
    expect(play.logged[1]).toMatchObject({ decision: { effect: "wait" } });
  });

  it("cost is counted", () => {
    const play = asked();
    play.send(
      {
        type: "record_verdict",
        id: "vrd_x",
        of: "checkup",
        number: 1,
        tree: "7".repeat(40),
        requirement: "panel",
        opinion: "approved",
        summary: "Not like this",
        findings: [],
        costUsd: 3,
        sandboxed: false,
      },
      agent("codex"),
    );

    expect(play.task.costUsd).toBe(3);
  });

  it("a blocker stops the work; released, it goes on with a fresh lease and its timer", () => {
    const play = asked();
    play.checkupVerdict("blocker", agent("codex"));
    const held = play.task.phase;
    play.wait(60_000);
    play.release([{ do: "set_aside", verdict: "vrd_1" }]);

    const leaseUntilMs = LEASE + 60_000;
    expect(held).toEqual({
      is: "held",
      kind: "escalated",
      reasons: [{ code: "blocker", about: "vrd_1" }],
      line: ["ana"],
      inTurn: "ana",
      deadlineMs: 15_400_000,
      question: null,
      offer: null,
      resume: { is: "in_progress", agent: "agent-1", leaseUntilMs: LEASE },
    });
    expect(play.events).toEqual(["released", "checkup_ended", "resumed"]);
    expect(play.logged[2]).toEqual({
      type: "resumed",
      phase: { is: "in_progress", agent: "agent-1", leaseUntilMs },
    });
    expect(play.effects).toEqual([]);
    expect(dueMs(play.task)).toBe(leaseUntilMs);
  });

  it("sent back or rejected at the release", () => {
    const back = asked();
    back.checkupVerdict("blocker", agent("codex"));
    back.release([{ do: "send_back" }]);
    const rejected = asked();
    rejected.checkupVerdict("blocker", agent("codex"));
    rejected.release([{ do: "reject" }]);

    expect(back.state).toBe("in_progress");
    expect(rejected.logged.at(-1)).toEqual({ type: "rejected", reason: "rejected at release" });
    expect(rejected.effects).toEqual([]);
    expect(rejected.task.checkup).toBeNull();
  });

  it("work offered while a checkup holds it is reviewed after the release", () => {
    const play = asked();
    play.checkupVerdict("blocker", agent("codex"));
    play.submit("2");
    play.release([{ do: "set_aside", verdict: "vrd_1" }]);

    expect([play.state, play.task.checkup, play.task.round?.number]).toEqual([
      "reviewing",
      null,
      1,
    ]);
  });

  it("an override of a checkup's hold is refused: there is nothing to approve", () => {
    const play = asked();
    play.checkupVerdict("blocker", agent("codex"));

    expect(refusal(() => play.override()).message).toBe("cs-test is held");
  });

  it("what would send a submission back is only logged", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    play.claim();
    play.report("milestone");
    play.planCheckup();
    play.checkupVerdict("concerns", agent("build-reviewer"), "agent:build-reviewer");

    expect([play.state, play.task.attempt]).toEqual(["in_progress", 1]);
    expect(play.task.issues).toEqual([
      { round: 0, row: "severity_concerns", by: ["build-reviewer"] },
    ]);
  });
});
