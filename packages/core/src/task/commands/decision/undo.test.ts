import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

function atOwner(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

const ASK_OWNER = { do: "ask", round: 1, requirements: ["layer:owner"] };

describe("undo", () => {
  it("of an approval puts the review back as it was, and it can be approved again", () => {
    const play = atOwner();
    const before = play.task;
    play.approve();
    play.undo();

    expect(play.events).toEqual(["undone", "decided"]);
    expect(play.effects).toEqual([ASK_OWNER]);
    expect(dueMs(play.task)).toBe(15_400_000);
    expect(play.task).toEqual({ ...before, seq: play.task.seq });
    play.approve();
    expect(play.state).toBe("approved");
  });

  it("of a redo restores attempt, priority and feedback", () => {
    const play = atOwner();
    play.submit("2");
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.passChecks();
    play.claim();
    play.submit("3");
    play.plan();
    play.passChecks();
    const before = play.task;
    play.redo("ana", { priority: "bump", option: "fresh" });
    play.undo();

    expect(play.task).toEqual({ ...before, seq: play.task.seq });
    expect(play.task.attempt).toBe(2);
  });

  it("takes away only its own words: what somebody else said stays", () => {
    const play = atOwner();
    play.redo("ana");
    play.redo("ben", { customFeedback: "mine" });
    play.undo("ana");

    expect(play.task.feedback.map(({ by, customFeedback }) => [by, customFeedback])).toEqual([
      ["ben", "mine"],
    ]);
  });

  it("of a rejection goes back to the work, with its timer", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    const before = play.task;
    play.reject();
    play.undo();

    expect(play.events).toEqual(["undone"]);
    expect(play.effects).toEqual([]);
    expect(dueMs(play.task)).toBe(4_600_000);
    expect(play.task).toEqual({ ...before, seq: play.task.seq });
  });

  it("of an override puts the hold back, and the flag is gone", () => {
    const play = atOwner();
    play.verdict("layer:owner", "blocker", person("ana"));
    const before = play.task;
    play.override();
    play.undo();

    expect(play.task).toEqual({ ...before, seq: play.task.seq });
    expect([play.task.flags, play.task.round?.overridden]).toEqual([[], false]);
  });

  it("of a decision on work that was not read has it read", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    play.redo();
    play.undo();

    expect(play.effects.at(-1)).toEqual({ do: "read_content", round: 1 });
    expect(play.events).toEqual(["undone"]);
  });

  it.each([
    { merge: {}, goesOn: { do: "merge", delayMs: 10_000 } },
    { merge: { strategy: "none" }, goesOn: { do: "close_grace", delayMs: 10_000 } },
  ])("of a redo of an approval goes on to $goesOn.do", ({ merge, goesOn }) => {
    const play = atOwner({ merge });
    play.approve();
    play.redo();
    play.undo();

    expect(play.state).toBe("approved");
    expect(play.effects.at(-1)).toEqual(goesOn);
  });

  it("where nothing is merged, the approval that came back still ends in done", () => {
    const play = atOwner({ merge: { strategy: "none" } });
    play.approve();
    play.redo();
    play.undo();
    play.engine({ type: "close_grace" });

    expect(play.state).toBe("done");
  });

  it("after the policy changed goes on under the new one", () => {
    const play = atOwner();
    play.redo();
    play.usePolicy({ profile: "chains", modes: { default: "batch" } });
    play.engine({ type: "policy_changed" });
    play.undo();

    expect(play.events).toEqual(["undone", "replanned", "decided", "asked"]);
    expect(play.task.round?.plan?.policyDigest).toBe(play.policy.digest);
    expect(play.effects.at(-1)).toEqual({ do: "ask", round: 1, requirements: ["layer:peer"] });
  });

  it("of a redo of an approval, after a stricter policy came, is a review again", () => {
    const play = atOwner({ modes: { default: "skip" } });
    play.redo();
    play.usePolicy({ profile: "modes" });
    play.engine({ type: "policy_changed" });
    play.undo();

    expect(play.state).toBe("reviewing");
  });

  it("goes on to a person if the limits were used up meanwhile", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    play.plan();
    play.redo();
    play.send(
      {
        type: "record_verdict",
        id: "vrd_x",
        of: "round",
        number: 1,
        tree: "1".repeat(40),
        requirement: "check:integrity",
        opinion: "approved",
        summary: "",
        findings: [],
        costUsd: 100,
        sandboxed: true,
      },
      check("integrity"),
    );
    play.undo();

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "limit_cost", about: null }],
    });
    expect(play.effects.filter((effect) => effect.do === "ask")).toEqual([]);
  });
});

describe("undo is closed", () => {
  it("for another person", () => {
    const play = atOwner();
    play.approve();

    expect(refusal(() => play.undo("ben"))).toEqual({
      code: "undo_closed",
      message: "only ana can undo that decision.",
      details: { task: "cs-test", state: "approved", round: 1 },
    });
  });

  it("for an agent", () => {
    const play = atOwner();
    play.approve();

    expect(refusal(() => play.send({ type: "undo" }, agent("ana")))).toMatchObject({
      code: "human_only",
      details: { layer: "owner" },
    });
  });

  it("after the first effect has started", () => {
    const play = atOwner();
    play.redo();
    play.wait(10_000);
    play.engine({ type: "close_grace" });

    expect(play.logged).toEqual([{ type: "grace_closed" }]);
    expect(refusal(() => play.undo())).toMatchObject({
      code: "undo_closed",
      message: "its effects have started, or it was not decided by a person.",
    });
  });

  it("for what nobody decided", () => {
    const play = atOwner({ modes: { default: "skip" } });

    expect(refusal(() => play.undo()).code).toBe("undo_closed");
  });

  it.each(["open", "in_progress", "reviewing"])("while %s there is nothing to undo", (state) => {
    const play = scenario({ policy: { profile: "modes" } });
    if (state !== "open") play.claim();
    if (state === "reviewing") play.submit();

    expect(refusal(() => play.undo())).toMatchObject({
      code: "wrong_state",
      message: `cs-test is ${state}`,
    });
  });

  it("still works after the grace as long as no effect has started", () => {
    const play = atOwner();
    play.approve();
    play.wait(60_000);
    play.undo();

    expect(play.state).toBe("reviewing");
  });
});
