import { describe, expect, it } from "vitest";
import { agent, check, type Scenario, SYSTEM, scenario } from "../../testing/scenario.ts";
import { dueMs } from "../model/due.ts";
import { carryOut } from "./carry-out.ts";

function reviewing(policy: object = { profile: "modes" }): Scenario {
  const play = scenario({ policy });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

const NOW = 1_000_000;

describe("an approval", () => {
  it("carries the flags of its decision", () => {
    const play = reviewing({ profile: "modes", modes: { default: "skip" } });
    play.verdict("check:integrity", "concerns", check("integrity"), [
      { severity: "warning" },
      { severity: "info", quote: "i" },
    ]);
    play.verdict("check:secrets", "approved", check("secrets"));

    expect(play.logged.slice(-2)).toEqual([
      { type: "flagged", flags: ["severity_warnings"] },
      { type: "approved", tree: "1".repeat(40), override: false },
    ]);
    expect(play.effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
    expect(play.task.flags).toEqual(["severity_warnings"]);
  });

  it("is merged after the grace that the policy gives", () => {
    const play = reviewing({
      profile: "modes",
      modes: { default: "skip" },
      merge: { graceSeconds: 3 },
    });
    play.passChecks();

    expect(play.effects).toEqual([{ do: "merge", delayMs: 3_000 }]);
  });

  it("is done at once where nothing is merged and no person must be able to take it back", () => {
    const play = reviewing({
      profile: "modes",
      modes: { default: "skip" },
      merge: { strategy: "none" },
    });
    play.passChecks();

    expect(play.events.slice(-2)).toEqual(["approved", "completed"]);
    expect(play.effects).toEqual([]);
  });
});

describe("concerns that stop nothing", () => {
  it("are logged once each in a round, whoever raised them", () => {
    const play = reviewing({});
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"));
    const logged = play.events;
    play.verdict("check:integrity", "approved", check("integrity"));

    expect(logged).toEqual(["verdict_recorded", "decided", "concern_logged"]);
    expect(play.events).toEqual(["verdict_recorded", "decided"]);
    expect(play.task.issues).toEqual([
      { round: 1, row: "severity_concerns", by: ["build-reviewer"] },
    ]);
  });

  it("of a second reviewer are logged beside those of the first", () => {
    const play = reviewing({});
    play.submit("2");
    play.plan(["src/app.ts", "src/auth/login.ts"]);
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"));
    play.verdict("agent:security-reviewer", "concerns", agent("security-reviewer"));

    expect(play.task.issues).toEqual([
      { round: 2, row: "severity_concerns", by: ["build-reviewer"] },
      { round: 2, row: "severity_concerns", by: ["security-reviewer"] },
    ]);
  });

  it("are logged again in the next round", () => {
    const play = reviewing({});
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"));
    play.submit("2");
    play.plan();
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"));

    expect(play.task.issues.map(({ round }) => round)).toEqual([1, 2]);
  });

  it("of the gate name nobody", () => {
    const play = reviewing({ profile: "modes" });
    play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "warning" }]);
    play.passChecks();

    expect(play.task.issues).toEqual([{ round: 1, row: "severity_warnings", by: [] }]);
  });
});

describe("a question to the author", () => {
  it("is a finding of its own, and a hold of 30 minutes in the author's turn", () => {
    const play = reviewing({ profile: "panel" });
    play.passChecks();
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "concerns", agent("gemini"));

    expect(play.events).toEqual(["verdict_recorded", "decided", "findings_changed", "held"]);
    expect(play.logged[2]).toEqual({
      type: "findings_changed",
      findings: [
        {
          id: "F-1",
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
          severity: "info",
          category: "clarification",
          message: "codex and gemini raised concerns that need an answer",
          raisedBy: ["codex", "gemini"],
          rounds: [1],
          disposition: { is: "open" },
        },
      ],
    });
    expect(play.task.phase).toEqual({
      is: "held",
      kind: "clarify",
      reasons: [{ code: "panel_conflict", about: "panel" }],
      line: ["ana"],
      inTurn: "agent-1",
      deadlineMs: NOW + 1_800_000,
      question: "F-1",
      offer: null,
      resume: null,
    });
    expect(play.effects).toEqual([]);
    expect(dueMs(play.task)).toBe(NOW + 1_800_000);
  });

  it("after it is settled the next stage is asked, and the task leaves its hold", () => {
    const play = reviewing({ profile: "panel", modes: { default: "batch" } });
    play.passChecks();
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "concerns", agent("gemini"));
    play.verdict("panel", "approved", agent("gemini"));

    expect(play.events).toEqual(["verdict_recorded", "decided", "concern_logged", "asked"]);
    expect(play.task.phase).toEqual({
      is: "reviewing",
      deadlineMs: NOW + 14_400_000,
      person: "ana",
    });
    expect(play.effects).toEqual([
      { do: "ask", round: 1, requirements: ["layer:owner"] },
      { do: "notify", to: "ana", why: "your_turn" },
    ]);
    expect(dueMs(play.task)).toBe(NOW + 14_400_000);
  });
});

describe("rework", () => {
  it("counts the rejection of everybody who had concerns", () => {
    const play = reviewing({});
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [{}]);
    play.verdict("check:integrity", "concerns", check("integrity"), [{ quote: "b" }]);
    play.passChecks();

    expect(play.task.rejections).toEqual({ "build-reviewer": 1, integrity: 1 });
  });
});

describe("who is asked first", () => {
  const people = { owner: ["ana", "cto"] };

  it("the person who asked for the last redo gets it back", () => {
    const play = reviewing({ profile: "modes", people });
    play.passChecks();
    const first = play.task.phase;
    play.redo("cto");
    play.wait(10_000);
    play.submit("2");
    play.plan();
    play.passChecks();

    expect([first, play.task.phase]).toMatchObject([{ person: "ana" }, { person: "cto" }]);
  });

  it("unless that person is not asked now", () => {
    const play = reviewing({ profile: "modes", people });
    play.passChecks();
    play.redo("ben");
    play.wait(10_000);
    play.submit("2");
    play.plan();
    play.passChecks();

    expect(play.task.phase).toMatchObject({ person: "ana" });
  });

  it("a person is not notified while machines are still at work", () => {
    const play = reviewing({ profile: "modes", people });

    expect(play.effects).toEqual([
      { do: "ask", round: 1, requirements: ["check:integrity", "check:secrets"] },
    ]);
    expect(dueMs(play.task)).toBe(NOW + 1_800_000);
  });

  it("with four eyes and only the sponsor to ask, a person must decide what happens", () => {
    const play = scenario({
      policy: { profile: "modes", people: { owner: ["ana"] }, trust: { separation: "four_eyes" } },
      sponsor: "ana",
    });
    play.submit();
    play.plan();
    play.passChecks();

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable", about: "layer:owner" }],
    });
  });
});

it("a question of work without an author is the owner's turn", () => {
  const play = reviewing({ profile: "panel" });
  play.passChecks();
  play.verdict("panel", "concerns", agent("codex"));
  play.verdict("panel", "concerns", agent("gemini"));
  const decision = play.task.round?.decision;
  if (decision == null) throw new Error("no decision");
  const phase = { is: "reviewing", deadlineMs: 1, person: null } as const;
  const task = { ...play.task, phase, assignee: null };

  const { task: held } = carryOut({ task, log: [], effects: [] }, decision, play.context(SYSTEM));

  expect(held.phase).toMatchObject({ kind: "clarify", inTurn: "ana" });
});

it("a question waits for its answer as long as the policy says", () => {
  const play = reviewing({ profile: "panel", limits: { clarify: "9m" } });
  play.passChecks();
  play.verdict("panel", "concerns", agent("codex"));
  play.verdict("panel", "concerns", agent("gemini"));

  expect(play.task.phase).toMatchObject({ kind: "clarify", deadlineMs: play.nowMs + 540_000 });
});

it("an unknown effect in a decision is a loud error", () => {
  const play = reviewing();
  const decision = play.task.round?.decision;
  if (decision == null) throw new Error("no decision");
  const corrupt = JSON.parse(JSON.stringify({ ...decision, effect: "explode" }));

  expect(() =>
    carryOut({ task: play.task, log: [], effects: [] }, corrupt, play.context(agent("a"))),
  ).toThrow('Unexpected value: "explode"');
});
