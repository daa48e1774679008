import { describe, expect, it } from "vitest";
import { type Scenario, scenario } from "../../packages/core/src/testing/scenario.ts";
import { type FetchedChange, planChange } from "../../packages/engine/src/forge/plan-change.ts";

function changeAt(name: string, more: Partial<FetchedChange> = {}): FetchedChange {
  return {
    state: "open",
    isDraft: false,
    base: { branch: "main", commit: "b".repeat(40) },
    head: { commit: name.repeat(40), tree: name.repeat(40) },
    ...more,
  };
}

const CLOSED = { state: "closed" } as const;
const MERGED = { state: "merged" } as const;
const DRAFT = { isDraft: true };
const RETARGETED = { base: { branch: "release", commit: "b".repeat(40) } };

/** A head with another commit and the tree of the round. */
const AMENDED = { head: { commit: "9".repeat(40), tree: "1".repeat(40) } };

type Play = (play: Scenario) => void;

const reviewing: Play = (play) => {
  play.submit();
  play.plan();
};
const approved: Play = (play) => {
  reviewing(play);
  play.passChecks();
  play.approve();
};
const merging: Play = (play) => {
  approved(play);
  play.wait(10_000);
  play.engine({ type: "merge_started" });
};
const sentBack: Play = (play) => {
  reviewing(play);
  play.redo();
  play.wait(10_000);
};
const rejected: Play = (play) => {
  reviewing(play);
  play.reject();
};
const closed: Play = (play) => {
  reviewing(play);
  play.engine({ type: "closed_elsewhere", outcome: "closed", tree: null });
};
const done: Play = (play) => {
  merging(play);
  play.engine({ type: "merged", tree: "1".repeat(40) });
};
const STATES = { reviewing, approved, merging, sentBack, rejected, closed, done };

function planFor(state: keyof typeof STATES | null, change: FetchedChange): string {
  const play = scenario({ policy: { profile: "modes" } });
  if (state !== null) STATES[state](play);
  const step = planChange(change, "main", state === null ? null : play.task, play.nowMs);
  if (step.do === "nothing" || step.do === "wait") return step.do;
  return step.do === "submit" ? `submit ${step.from}` : step.outcome;
}

describe("a pull request", () => {
  it.each([
    [null, "an open one", {}, "submit new"],
    [null, "a draft", DRAFT, "nothing"],
    [null, "one for another branch", RETARGETED, "nothing"],
    [null, "a closed one", CLOSED, "nothing"],
    [null, "a merged one", MERGED, "nothing"],
    ["reviewing", "the same head", {}, "nothing"],
    ["reviewing", "a draft", DRAFT, "closed"],
    ["reviewing", "one for another branch", RETARGETED, "closed"],
    ["reviewing", "a closed one", CLOSED, "closed"],
    ["reviewing", "a merged one", MERGED, "merged"],
    ["reviewing", "one merged to another branch", { ...MERGED, ...RETARGETED }, "closed"],
    ["reviewing", "other commits with the same tree", AMENDED, "submit restart"],
    ["approved", "other commits with the same tree", AMENDED, "submit restart"],
    ["approved", "a draft", DRAFT, "closed"],
    ["approved", "a merged one", MERGED, "merged"],
    ["sentBack", "the same head", {}, "nothing"],
    ["sentBack", "other commits with the same tree", AMENDED, "nothing"],
    ["merging", "the same head", {}, "nothing"],
    ["merging", "a merged one", MERGED, "wait"],
    ["merging", "a closed one", CLOSED, "wait"],
    ["merging", "a draft", DRAFT, "wait"],
    ["closed", "an open one", {}, "submit reopen"],
    ["closed", "a draft", DRAFT, "nothing"],
    ["rejected", "the same head", {}, "nothing"],
    ["done", "an open one", {}, "nothing"],
    ["done", "a merged one", MERGED, "nothing"],
  ] as const)("of a task that is %s: %s", (state, _what, more, expected) => {
    expect(planFor(state, changeAt("1", more))).toBe(expected);
  });

  it.each([
    ["reviewing", "submit next"],
    ["approved", "submit next"],
    ["sentBack", "submit next"],
    ["merging", "wait"],
    ["closed", "submit reopen"],
    ["rejected", "nothing"],
    ["done", "nothing"],
  ] as const)("with a new tree, of a task that is %s", (state, expected) => {
    expect(planFor(state, changeAt("2"))).toBe(expected);
  });

  it("waits with a new head until a person can no longer undo that the last one was sent back", () => {
    const play = scenario({ policy: { profile: "modes" } });
    reviewing(play);
    play.redo();
    const untilMs = play.task.grace?.untilMs ?? 0;
    expect(untilMs).toBeGreaterThan(play.nowMs);
    const plan = (nowMs: number) => planChange(changeAt("2"), "main", play.task, nowMs);

    expect(plan(untilMs - 1)).toEqual({ do: "wait", untilMs });
    expect(plan(untilMs)).toEqual({ do: "submit", from: "next" });
  });

  it("keeps a person's rejection, also after the pull request was reopened before", () => {
    const play = scenario({ policy: { profile: "modes" } });
    closed(play);
    play.send({ type: "reopen" }, { id: "ana", kind: "human", planner: false });
    play.submit("2");
    play.plan();
    play.reject();

    expect(planChange(changeAt("3"), "main", play.task, play.nowMs)).toEqual({ do: "nothing" });
  });

  it("waits for a person with work that was offered while the task is held", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.submit();
    play.late();
    play.late();
    play.late();
    expect(play.state).toBe("held");
    play.submit("2");

    expect(planChange(changeAt("2"), "main", play.task, play.nowMs)).toEqual({ do: "nothing" });
    expect(planChange(changeAt("3"), "main", play.task, play.nowMs)).toEqual({
      do: "submit",
      from: "next",
    });
  });
});
