import { describe, expect, it } from "vitest";
import { agent, person, type Scenario, SYSTEM, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

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
    expect(play.effects).toEqual([{ do: "read_checkup", checkup: 2 }]);
    expect(dueMs(play.task)).toBe(deadlineMs);
  });
});
