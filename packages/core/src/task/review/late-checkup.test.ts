import { describe, expect, it } from "vitest";
import { agent, type Scenario, scenario } from "../../testing/scenario.ts";

const MACHINE = 1_800_000;
const LEASE = 3_600_000;

function working(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { profile: "panel", ...policy } });
  play.claim();
  play.report("milestone");
  return play;
}

function asked(policy: object = {}): Scenario {
  const play = working(policy);
  play.planCheckup();
  return play;
}

/** Sends a verdict of the checkup with findings. */
function finds(play: Scenario, by: string, ...messages: string[]): void {
  play.send(
    {
      type: "record_verdict",
      id: `vrd_${by.replaceAll("-", "")}`,
      of: "checkup",
      number: 1,
      tree: "7".repeat(40),
      requirement: "panel",
      opinion: "approved",
      summary: "Not like this",
      findings: messages.map((message) => ({
        raw: { severity: "warning", category: "style", message },
        onUnchangedLines: false,
      })),
      costUsd: 0,
      sandboxed: false,
    },
    agent(by),
  );
}

describe("a checkup that is late", () => {
  it("whose content nobody has read ends, and a person is told", () => {
    const play = working({}, { sponsor: "ben" });
    play.wait(MACHINE);
    play.deadline();

    expect(play.logged).toEqual([{ type: "checkup_ended" }]);
    expect(play.effects).toEqual([{ do: "notify", to: "ben", why: "reminder" }]);
    expect([play.state, play.task.checkup]).toEqual(["in_progress", null]);
  });

  it("has as long to answer as it had to be read", () => {
    const play = working();
    play.wait(MACHINE - 1);
    play.planCheckup();
    const { checkup } = play.task;
    play.wait(MACHINE - 1);

    expect(checkup?.deadlineMs).toBe(play.nowMs + 1);
    expect(play.try({ type: "deadline" }, { id: "system", kind: "system", planner: false })).toBe(
      "wrong_state",
    );
    play.wait(1);
    play.deadline();
    expect(play.events).toEqual(["checkup_ended"]);
  });

  it("keeps the concerns that were raised as issues, and the work goes on with its lease", () => {
    const play = asked();
    const work = play.task.phase;
    play.checkupVerdict("concerns", agent("codex"));
    play.wait(MACHINE);
    play.deadline();

    expect(play.events).toEqual(["concern_logged", "checkup_ended"]);
    expect(play.task.issues).toEqual([{ round: 0, row: "panel_concern", by: ["codex"] }]);
    expect(play.task.phase).toEqual(work);
    expect(play.effects).toEqual([{ do: "notify", to: "ana", why: "reminder" }]);
  });

  it("names no concern of those who approved, nor of the author", () => {
    const play = asked({ panel: { members: ["codex", "gemini", "build-reviewer"], quorum: 3 } });
    play.checkupVerdict("approved", agent("codex"));
    play.checkupVerdict("concerns", agent("agent-1"));
    play.checkupVerdict("concerns", agent("build-reviewer"), "panel:unknown");
    play.wait(MACHINE);
    play.deadline();

    expect(play.events).toEqual(["checkup_ended"]);
    expect(play.task.issues).toEqual([]);
  });

  it("of single agents keeps their concerns by the table that judges them", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    play.claim();
    play.report("milestone");
    play.planCheckup("7", ["src/billing/total.ts"]);
    play.checkupVerdict("concerns", agent("build-reviewer"), "agent:build-reviewer");
    play.wait(MACHINE);
    play.deadline();

    expect(play.task.issues).toEqual([
      { round: 0, row: "severity_concerns", by: ["build-reviewer"] },
    ]);
  });

  it("no longer silences the next trigger", () => {
    const play = working();
    play.wait(MACHINE);
    play.deadline();
    play.report("blocker");

    expect(play.task.checkup).toMatchObject({ number: 2, trigger: "blocker" });
  });

  it("when the lease has ended too, both end", () => {
    const play = working();
    play.wait(LEASE);
    play.deadline();

    expect(play.events).toEqual(["checkup_ended", "lease_ended"]);
    expect(play.state).toBe("open");
  });

  it("of sent-back work ends once; a lease that has ended before is not ended again", () => {
    const play = scenario({ policy: { profile: "panel" } });
    play.submit();
    play.redo();
    play.wait(LEASE);
    play.deadline();
    play.report("silence");
    play.wait(MACHINE);
    play.deadline();

    expect(play.events).toEqual(["checkup_ended"]);
    expect(play.task.phase).toMatchObject({ is: "rework", agent: null });
  });

  it("that is held waits for the person, whatever its own deadline", () => {
    const play = asked();
    play.checkupVerdict("blocker", agent("codex"));
    play.late();

    expect(play.events).toEqual(["turn_moved"]);
    expect(play.task.checkup?.number).toBe(1);
  });
});

describe("a checkup and the money", () => {
  it("a conflict is a question to the author, whatever the task has cost", () => {
    const play = asked({ limits: { costUsdPerTask: 0 } });
    const concern = (by: string) =>
      play.send(
        {
          type: "record_verdict",
          id: `vrd_${by}`,
          of: "checkup",
          number: 1,
          tree: "7".repeat(40),
          requirement: "panel",
          opinion: "concerns",
          summary: "Not like this",
          findings: [],
          costUsd: 1,
          sandboxed: false,
        },
        agent(by),
      );
    concern("codex");
    concern("gemini");

    expect(play.task.phase).toMatchObject({ is: "held", kind: "clarify" });
  });
});

describe("what a checkup finds", () => {
  it("goes to the task's issues, each finding with who raised it; no gate counts it", () => {
    const play = asked();
    finds(play, "codex", "names", "layout");

    expect(play.events).toEqual([
      "checkup_verdict",
      "concern_logged",
      "concern_logged",
      "checkup_decided",
    ]);
    expect(play.task.issues).toEqual(
      ["names", "layout"].map((message) => ({
        round: 0,
        row: "checkup_finding",
        by: ["codex"],
        finding: { severity: "warning", category: "style", message },
      })),
    );
    expect(play.task.findings).toEqual([]);
  });

  it("is not kept from somebody who was not asked", () => {
    const play = asked();
    finds(play, "agent-1", "mine is fine");

    expect(play.events).toEqual(["checkup_verdict", "checkup_decided"]);
    expect(play.task.issues).toEqual([]);
  });
});
