import { describe, expect, it } from "vitest";
import { refusal } from "../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../testing/scenario.ts";

const MODES = { profile: "modes" };
const NONE = { ...MODES, merge: { strategy: "none" } };
/** Another digest, the same requirements. */
const RENAMED = { ...MODES, limits: { attempts: 5 } };

/** Approved by the owner; a check's finding was dismissed on the way. */
function approved(policy: object = MODES): Scenario {
  const play = scenario({ policy });
  play.claim();
  play.submit();
  play.plan();
  play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "warning" }]);
  play.dispose("F-1", { is: "dismissed", reason: "for now" }, person("ana"));
  play.passChecks();
  play.approve();
  return play;
}

function merging(): Scenario {
  const play = approved();
  play.wait(10_000);
  play.engine({ type: "merge_started" });
  return play;
}

describe("a dispute of what was settled before the approval", () => {
  it.each([
    { state: "approved", play: approved },
    { state: "merging", play: merging },
  ])("is refused while $state: a redo says that out loud", ({ state, play }) => {
    expect(
      refusal(() => play().dispose("F-1", { is: "disputed", note: "no" }, person("ben"))),
    ).toMatchObject({
      code: "wrong_state",
      message: "F-1 is dismissed; ask for a redo",
      details: { state },
    });
  });

  it("is taken once the work is under review or sent back", () => {
    const play = approved();
    play.redo();
    play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));

    expect(play.task.findings[0]?.disposition.is).toBe("disputed");
  });

  it("of a finding that counts is taken: the decision stays what it is", () => {
    const play = scenario({ policy: { ...MODES, modes: { default: "skip" } } });
    play.submit();
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "warning" }]);
    play.passChecks();
    play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));
    play.engine({ type: "merge_started" });

    expect(play.state).toBe("merging");
  });

  it("a dismissal is taken as ever", () => {
    const play = approved();
    play.dispose("F-1", { is: "deferred", link: "cs-next" }, person("ben"));
    play.wait(10_000);
    play.engine({ type: "merge_started" });

    expect(play.state).toBe("merging");
  });
});

describe("an approval that comes back by an undo", () => {
  /** A check's major finding was dismissed; then a person stopped the work, and its author contested. */
  function contested(stop: "redo" | "reject"): Scenario {
    const play = scenario({ policy: { ...MODES, modes: { default: "skip" } } });
    play.submit();
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "major" }]);
    play.dispose("F-1", { is: "dismissed", reason: "for now" }, person("ana"));
    play.passChecks();
    play[stop]();
    play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));
    return play;
  }

  it.each(["redo", "reject"] as const)(
    "is decided again: a finding counts since the %s",
    (stop) => {
      const play = contested(stop);
      play.undo();

      expect(play.events).toEqual(["undone", "decided", "rework_requested"]);
      expect(play.state).toBe("rework");
    },
  );

  it("goes on where nothing has changed", () => {
    const play = approved();
    play.redo();
    play.undo();

    expect([play.events, play.state]).toEqual([["undone"], "approved"]);
    expect(play.effects).toContainEqual({ do: "merge", delayMs: 10_000 });
  });
});

describe("an approval past the gate that a person stopped and let go on", () => {
  it.each(["redo", "reject"] as const)("is merged after the %s was taken back", (stop) => {
    const play = scenario({ policy: MODES });
    play.submit();
    play.plan();
    play.override();
    play[stop]("ben");
    play.undo("ben");
    play.wait(10_000);
    play.engine({ type: "merge_started" });

    expect(play.task).toMatchObject({ phase: { is: "merging" }, round: { overridden: true } });
  });
});

describe("a policy that changes while work is approved", () => {
  it("has the merge tried again under the new plan, so that a refused one does not hang", () => {
    const play = approved();
    play.wait(10_000);
    play.usePolicy(RENAMED);
    const early = refusal(() => play.engine({ type: "merge_started" })).message;
    play.engine({ type: "policy_changed" });
    const { effects } = play;
    play.engine({ type: "merge_started" });

    expect(early).toBe("The policy changed after cs-test was approved");
    expect(effects).toEqual([{ do: "merge", delayMs: 0 }]);
    expect(play.state).toBe("merging");
  });

  it("waits for what is left of the grace", () => {
    const play = approved();
    play.wait(4_000);
    play.usePolicy({ ...RENAMED, merge: { graceSeconds: 1 } });
    play.engine({ type: "policy_changed" });

    expect(play.effects).toEqual([{ do: "merge", delayMs: 6_000 }]);
  });

  it("waits for the time of the next try", () => {
    const play = merging();
    play.mergeFails("network");
    play.wait(400);
    play.usePolicy(RENAMED);
    play.engine({ type: "policy_changed" });

    expect(play.effects).toEqual([{ do: "merge", delayMs: 600 }]);
  });

  it("and merges from now on: the merge begins", () => {
    const play = approved(NONE);
    play.usePolicy(MODES);
    play.engine({ type: "policy_changed" });
    const { effects } = play;
    play.wait(10_000);
    play.engine({ type: "merge_started" });

    expect(effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
    expect(play.state).toBe("merging");
  });

  it("and merges no longer: the work is done once the grace is over", () => {
    const play = approved();
    play.usePolicy(NONE);
    play.engine({ type: "policy_changed" });
    const { effects } = play;
    play.wait(10_000);
    play.engine({ type: "close_grace" });

    expect(effects).toEqual([{ do: "close_grace", delayMs: 10_000 }]);
    expect(play.state).toBe("done");
  });

  it("asks for a merge also where the end of the grace comes first", () => {
    const play = approved(NONE);
    play.usePolicy(MODES);
    play.wait(10_000);
    play.engine({ type: "close_grace" });

    expect(play.events).toEqual(["grace_closed"]);
    expect(play.effects).toEqual([{ do: "merge", delayMs: 0 }]);
  });

  it("of work that went past the gate unplanned has its merge tried again", () => {
    const play = scenario({ policy: NONE });
    play.submit();
    play.override();
    play.usePolicy(MODES);
    play.engine({ type: "policy_changed" });

    expect(play.events).toEqual(["policy_changed"]);
    expect(play.effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
  });

  it("and asks for more makes it a review again, and merges nothing", () => {
    const play = approved();
    play.usePolicy({ profile: "chains", modes: { default: "batch" } });
    play.engine({ type: "policy_changed" });

    expect(play.state).toBe("reviewing");
    expect(play.effects).not.toContainEqual(expect.objectContaining({ do: "merge" }));
  });

  it("and asks for more ends the grace: the withdrawn approval cannot be undone", () => {
    const play = approved();
    play.usePolicy({ profile: "chains", modes: { default: "batch" } });
    play.engine({ type: "policy_changed" });
    expect(play.events).toEqual([
      "policy_changed",
      "replanned",
      "grace_closed",
      "decided",
      "asked",
    ]);
    play.wait(10_000);

    expect(play.task.grace).toBeNull();
    expect(refusal(() => play.engine({ type: "close_grace" }))).toMatchObject({
      code: "wrong_state",
      details: { state: "reviewing" },
    });
  });

  it("the end of a grace after a redo or a rejection asks for no merge", () => {
    const redone = approved();
    redone.redo();
    redone.wait(10_000);
    redone.engine({ type: "close_grace" });
    const rejected = approved();
    rejected.reject();
    rejected.wait(10_000);
    rejected.engine({ type: "close_grace" });

    expect([redone.effects, rejected.effects]).toEqual([[], []]);
  });
});
