import { describe, expect, it } from "vitest";
import { factsOf } from "../testing/facts-of.ts";
import { refusal } from "../testing/refusal.ts";
import { agent, person, type Scenario, SYSTEM, scenario } from "../testing/scenario.ts";

const LEASE = 4_600_000;
const MACHINE = 1_800_000;

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

describe("report_event", () => {
  it("during a review, while held, or of what is over is recorded alone", () => {
    const play = working();
    play.submit();
    play.report("blocker");

    expect(play.logged).toEqual([
      { type: "event_reported", trigger: "blocker", by: "agent-1", summary: "" },
    ]);
    expect([play.effects, play.task.checkup]).toEqual([[], null]);
  });

  it("while a checkup runs starts no second one", () => {
    const play = asked();
    play.report("blocker");

    expect(play.events).toEqual(["event_reported"]);
    expect(play.task.checkups).toBe(1);
  });

  it.each([
    { trigger: "milestone", by: agent("agent-1") },
    { trigger: "blocker", by: agent("agent-1") },
    { trigger: "request_review", by: agent("agent-1") },
    { trigger: "manual", by: person("ana") },
    { trigger: "silence", by: SYSTEM },
  ] as const)("of $trigger is only recorded where the policy switched it off", (given) => {
    const play = working({ triggers: { [given.trigger]: "off" } });
    play.report(given.trigger, given.by);

    expect(play.events).toEqual(["event_reported"]);
    expect(play.task.checkup).toBeNull();
  });

  it("of sent-back work starts a checkup", () => {
    const play = working();
    play.submit();
    play.redo();
    play.report("silence");

    expect(play.task.checkup).toEqual({
      number: 1,
      trigger: "silence",
      deadlineMs: play.nowMs + MACHINE,
      planned: null,
    });
  });

  it("checkups are numbered", () => {
    const play = asked();
    play.checkupVerdict("approved", agent("codex"));
    play.checkupVerdict("approved", agent("gemini"));
    play.report("milestone");

    const deadlineMs = play.nowMs + MACHINE;
    expect(play.logged[1]).toEqual({
      type: "checkup_started",
      number: 2,
      trigger: "milestone",
      deadlineMs,
    });
    expect(play.effects).toEqual([
      { do: "read_checkup", checkup: 2 },
      { do: "wake", atMs: deadlineMs },
    ]);
  });
});

describe("plan_checkup", () => {
  it("asks the panel about what was read", () => {
    const play = working();
    play.report("milestone");
    play.planCheckup("7");

    expect(play.logged).toMatchObject([{ type: "checkup_planned", content: factsOf("7").content }]);
    expect(play.task.checkup?.planned).toMatchObject({ verdicts: { items: [] }, clarified: false });
  });

  it("without a panel asks the agents of the plan", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    play.claim();
    play.report("milestone");
    play.planCheckup();

    expect(play.effects).toEqual([
      { do: "ask_checkup", checkup: 1, requirements: ["agent:build-reviewer"] },
      { do: "wake", atMs: play.nowMs + MACHINE },
    ]);
  });

  it.each([
    { sponsor: "ben", to: "ben" },
    { sponsor: null, to: "ana" },
  ])("without reviewers ends at once and tells $to", ({ sponsor, to }) => {
    const play = scenario({ policy: { profile: "modes" }, sponsor });
    play.claim();
    play.report("milestone");
    play.planCheckup();

    expect(play.events).toEqual(["checkup_planned", "checkup_ended"]);
    expect(play.effects).toEqual([{ do: "notify", to, why: "reminder" }]);
    expect(play.task.checkup).toBeNull();
  });

  it("is refused without a checkup, twice, for another one, and from anybody but the engine", () => {
    const play = working();
    const plan = { type: "plan_checkup", checkup: 1, facts: factsOf("7") } as const;
    const without = refusal(() => play.engine(plan));
    play.report("milestone");
    const other = refusal(() => play.engine({ ...plan, checkup: 2 }));
    const byAgent = refusal(() => play.send(plan, agent("agent-1")));
    play.engine(plan);

    expect(without).toMatchObject({ code: "wrong_state", message: "cs-test is in_progress" });
    expect(other).toEqual({
      code: "stale_round",
      message: "cs-test is at checkup 1",
      details: { task: "cs-test", state: "in_progress", round: 0, given: 2 },
    });
    expect(byAgent.code).toBe("forbidden");
    expect(refusal(() => play.engine(plan)).code).toBe("wrong_state");
  });
});

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
    expect(play.effects).toEqual([{ do: "wake", atMs: leaseUntilMs }]);
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
