import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

const NOW = 1_000_000;

const LEASE = NOW + 3_600_000;

function atOwner(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

describe("redo", () => {
  it("without a word of what shall change is refused", () => {
    const play = atOwner();

    expect(refusal(() => play.redo("ana", { customFeedback: " " }))).toMatchObject({
      code: "invalid_input",
      message: "Say what must change in cs-test.",
    });
    play.redo("ana", { customFeedback: "", quickIssues: ["Tests"] });
    expect(play.task.phase.is).toBe("rework");
  });

  it("sends back at once, keeps the words, and tells the author after the grace", () => {
    const play = atOwner();
    play.redo("ana", {
      quickIssues: ["Tests incomplete"],
      customFeedback: "More tests",
      priority: "lower",
    });

    expect(play.logged.slice(0, 3)).toEqual([
      {
        type: "feedback_given",
        entry: {
          iteration: 1,
          timestamp: NOW,
          by: "ana",
          decision: "redo",
          quickIssues: ["Tests incomplete"],
          customFeedback: "More tests",
          redoOption: "keep",
          priorityChange: "lower",
        },
      },
      { type: "priority_changed", priority: "P2" },
      {
        type: "rework_requested",
        cause: "person",
        agent: "agent-1",
        leaseUntilMs: LEASE,
        rejectedBy: [],
      },
    ]);
    expect(play.logged[3]).toMatchObject({
      type: "grace_opened",
      grace: { act: "redo", untilMs: NOW + 10_000, verdict: null },
    });
    expect(play.effects).toEqual([{ do: "close_grace", delayMs: 10_000 }]);
    expect(dueMs(play.task)).toBe(LEASE);
    expect(play.task.phase).toEqual({
      is: "rework",
      cause: "person",
      agent: "agent-1",
      leaseUntilMs: LEASE,
    });
  });

  it.each([
    { option: "keep", reset: [] },
    { option: "fresh", reset: [{ do: "reset_work", to: "before", delayMs: 10_000 }] },
    { option: "checkpoint", reset: [{ do: "reset_work", to: "checkpoint", delayMs: 10_000 }] },
  ] as const)("$option", ({ option, reset }) => {
    const play = atOwner();
    play.redo("ana", { option });

    expect(play.effects.filter((effect) => effect.do === "reset_work")).toEqual(reset);
  });

  it.each([
    { changes: ["bump"], priority: "P0" },
    { changes: ["bump", "bump"], priority: "P0" },
    { changes: ["lower"], priority: "P2" },
    { changes: ["lower", "lower"], priority: "P2" },
    { changes: ["same"], priority: "P1" },
    { changes: ["bump", "lower"], priority: "P1" },
  ] as const)("priority after $changes: $priority", ({ changes, priority }) => {
    const play = atOwner();
    for (const [index, change] of changes.entries()) {
      if (index > 0) {
        play.wait(10_000);
        play.claim();
      }
      play.redo("ana", { priority: change });
    }

    expect(play.task.priority).toBe(priority);
  });

  it("of work that is already sent back adds feedback and nothing else", () => {
    const play = atOwner();
    play.redo();
    const before = play.task.phase;
    play.redo("ben", { customFeedback: "and this" });

    expect(play.events).toEqual(["feedback_given"]);
    expect(play.effects).toEqual([]);
    expect(play.task.phase).toEqual(before);
    expect(play.task.feedback.map(({ by }) => by)).toEqual(["ana", "ben"]);
  });

  it("starts the count of attempts again and takes granted attempts back", () => {
    const play = scenario({ policy: { profile: "cycles", limits: { attempts: 1 } } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "concerns", agent("agent-2"));
    play.release([{ do: "grant_attempts", attempts: 5 }]);
    const granted = [play.task.attempt, play.task.attemptLimit];
    play.claim();
    play.redo();

    expect(granted).toEqual([2, 6]);
    expect([play.task.attempt, play.task.attemptLimit]).toEqual([1, null]);
  });

  it.each(["open", "rejected"])("of a task that is %s is refused", (state) => {
    const play = scenario({ policy: { profile: "modes" } });
    if (state === "rejected") play.reject();

    expect(refusal(() => play.redo())).toMatchObject({
      code: "wrong_state",
      message: `cs-test is ${state}`,
    });
  });

  it("of a task that is being merged or done is refused", () => {
    const play = atOwner();
    play.approve();
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    const merging = refusal(() => play.redo()).message;
    play.engine({ type: "merged", tree: "1".repeat(40) });

    expect([merging, refusal(() => play.redo()).message]).toEqual([
      "cs-test is merging",
      "cs-test is done",
    ]);
  });

  it("by an agent is refused", () => {
    const play = atOwner();
    const redo = {
      type: "redo",
      quickIssues: [],
      customFeedback: "",
      option: "keep",
      priority: "same",
    } as const;

    expect(refusal(() => play.send({ ...redo, quickIssues: [] }, agent("agent-2")))).toMatchObject({
      code: "human_only",
      details: { layer: "owner" },
    });
  });

  it("before anything was submitted is of iteration 0", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.redo();

    expect(play.task.feedback.map(({ iteration }) => iteration)).toEqual([0]);
  });
});

describe("attempts", () => {
  it("count automatic reworks only: new pushes and merges of the same round do not", () => {
    const play = atOwner();
    play.submit("2");
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.passChecks();
    const automatic = play.task.attempt;
    play.submit("3");

    expect([automatic, play.task.attempt]).toEqual([2, 2]);
  });

  it("begin again after a reopen", () => {
    const play = atOwner();
    play.submit("2");
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.passChecks();
    play.reject();
    play.send({ type: "reopen" }, person("ana"));

    expect([
      play.task.attempt,
      play.task.attemptLimit,
      play.task.assignee,
      play.task.grace,
    ]).toEqual([1, null, null, null]);
  });
});
