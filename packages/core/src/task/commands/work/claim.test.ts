import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import {
  agent,
  check,
  person,
  type Scenario,
  SYSTEM,
  scenario,
} from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

const MODES = { profile: "modes" };

const NOW = 1_000_000;

const LEASE = NOW + 3_600_000;

function reviewing(): Scenario {
  const play = scenario({ policy: MODES });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

/** Sent back by a check with one finding. */
function sentBack(): Scenario {
  const play = reviewing();
  play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
  play.passChecks();
  return play;
}

describe("claim", () => {
  it("takes an open task, sets its lease and wakes at its end", () => {
    const play = scenario({ policy: MODES });
    play.claim();

    expect(play.logged).toEqual([{ type: "claimed", agent: "agent-1", leaseUntilMs: LEASE }]);
    expect(play.effects).toEqual([]);
    expect(dueMs(play.task)).toBe(LEASE);
    expect(play.task).toMatchObject({
      assignee: "agent-1",
      authors: ["agent-1"],
      phase: { is: "in_progress", agent: "agent-1", leaseUntilMs: LEASE },
    });
  });

  it("again by the same agent is a sign of life: the lease begins anew", () => {
    const play = scenario({ policy: MODES });
    play.claim();
    play.wait(60_000);
    play.claim();

    expect(play.task.phase).toEqual({
      is: "in_progress",
      agent: "agent-1",
      leaseUntilMs: LEASE + 60_000,
    });
    expect(play.task.authors).toEqual(["agent-1"]);
  });

  it("by another agent is refused, with whom it is", () => {
    const play = scenario({ policy: MODES });
    play.claim();

    expect(refusal(() => play.claim("agent-2"))).toEqual({
      code: "not_your_turn",
      message: "cs-test is assigned to agent-1",
      details: { task: "cs-test", state: "in_progress", round: 0, turn: "agent-1" },
    });
  });

  it("of a task that is assigned to another agent is refused", () => {
    const play = scenario({ policy: MODES, assignee: "agent-2" });

    expect(refusal(() => play.claim())).toMatchObject({
      code: "not_your_turn",
      details: { state: "open", turn: "agent-2" },
    });
    expect(play.claim("agent-2").phase.is).toBe("in_progress");
  });

  it.each([
    ["agent", "Work on cs-test is paused."],
    ["sprint", "The sprint of cs-test is paused."],
  ] as const)("is refused while the %s is on hold", (scope, message) => {
    const play = scenario({ policy: MODES });
    play.holds[scope] = true;

    expect(refusal(() => play.claim())).toMatchObject({
      code: "on_hold",
      message,
    });
  });

  it("of work that was begun before its sprint was paused stays a sign of life", () => {
    const play = scenario({ policy: MODES });
    play.claim();
    play.holds.sprint = true;

    expect(play.claim().phase.is).toBe("in_progress");
  });

  describe("while a sprint runs that does not have the task", () => {
    const outside = (assignee: string | null = null) => {
      const play = scenario({ policy: MODES, assignee });
      play.holds.otherSprint = true;
      return play;
    };

    it.each([null, "agent-1"])("is refused for a task assigned to %s [R-178]", (assignee) => {
      expect(refusal(() => outside(assignee).claim())).toMatchObject({
        code: "on_hold",
        message: "A sprint is running, and cs-test is not one of its tasks.",
      });
    });

    it("is a person's own decision", () => {
      expect(outside().send({ type: "claim" }, person("ana")).phase.is).toBe("in_progress");
    });

    it("stays a sign of life for work that was begun before", () => {
      const play = scenario({ policy: MODES });
      play.claim();
      play.holds.otherSprint = true;
      expect(play.claim().phase.is).toBe("in_progress");
    });

    it("takes up the agent's own rework, which is not handed out [R-025]", () => {
      const play = sentBack();
      play.holds.otherSprint = true;
      expect(play.claim().phase.is).toBe("in_progress");
    });

    it("takes up rework that lost its lease only where its author began it", () => {
      const location = { branch: "work", worktree: "/w" };
      const play = scenario({ policy: MODES });
      play.submit("1", { location });
      play.plan();
      play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
      play.passChecks();
      play.late();
      play.holds.otherSprint = true;
      expect(play.try({ type: "claim" }, agent("agent-2"))).toBe("on_hold");
      expect(play.try({ type: "claim" }, agent("agent-1"))).toBe("ok");
    });
  });

  it("is not refused by a hold of the repository", () => {
    const play = scenario({ policy: MODES });
    play.holds.repo = true;

    expect(play.claim().phase.is).toBe("in_progress");
  });

  it.each([check("tests"), SYSTEM])("by a $kind is refused: it does no work", (actor) => {
    const play = scenario({ policy: MODES });

    expect(refusal(() => play.send({ type: "claim" }, actor))).toMatchObject({
      code: "forbidden",
      message: `A ${actor.kind} cannot work on tasks.`,
    });
  });

  it("a person may do the work too", () => {
    const play = scenario({ policy: MODES });

    expect(play.send({ type: "claim" }, person("ben")).authors).toEqual(["ben"]);
  });

  it("of sent-back work ends the grace and begins the work", () => {
    const play = reviewing();
    play.redo();
    expect(refusal(() => play.claim())).toMatchObject({
      code: "wrong_state",
      message: "The decision on cs-test can still be undone",
    });
    play.wait(9_999);
    expect(refusal(() => play.claim()).code).toBe("wrong_state");
    play.wait(1);
    play.claim();

    expect([play.state, play.task.grace]).toEqual(["in_progress", null]);
  });

  it("of work that was sent back to another agent is refused until its lease ends", () => {
    const play = sentBack();
    const early = refusal(() => play.claim("agent-2"));
    play.late();
    play.claim("agent-2");

    expect(early).toMatchObject({ code: "not_your_turn", details: { turn: "agent-1" } });
    expect(play.task).toMatchObject({ assignee: "agent-2", authors: ["agent-1", "agent-2"] });
  });
});
