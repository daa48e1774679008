import { describe, expect, it } from "vitest";
import { contentOf } from "../../../testing/facts-of.ts";
import { lowerTask } from "../../../testing/lower-task.ts";
import { agent, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { apply } from "../../fold/apply.ts";
import { fold } from "../../fold/fold.ts";
import type { BaseTaskState } from "../../model/context.ts";
import { baseNews } from "./follow-base.ts";

const FOLLOW = { type: "follow_base" } as const;
const NONE = { merge: { strategy: "none" } };

/** Work on top of the commit that is called by this digit. */
const on = (digit: string, name: string) => ({
  content: contentOf(name, digit),
  baseTask: { task: "cs-lower", round: 1 },
});

/** A task in review that is built on commit a of cs-lower. */
function stacked(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.around.baseTask = lowerTask("a");
  play.submit("2", on("a", "2"));
  play.plan();
  play.passChecks();
  return play;
}

function approved(policy: object = {}): Scenario {
  const play = stacked(policy);
  play.approve();
  play.wait(10_000);
  return play;
}

describe("approved work on a task that is not merged yet", () => {
  it("is not merged, costs no try and is nobody's turn", () => {
    const play = approved();

    expect(play.effects.map((effect) => effect.do)).not.toContain("merge");
    expect(play.try({ type: "merge_started" }, play.context(person("x")).actor)).toBe("forbidden");
    expect(() => play.engine({ type: "merge_started" })).toThrow("cs-test is waiting for cs-lower");
    expect(play.task.phase).toEqual({ is: "approved", tries: 0, retryAtMs: null });
    expect(() => play.engine(FOLLOW)).toThrow("cs-test is approved");
  });

  it("waits also where the owner overrides the gate", () => {
    const play = stacked();
    play.override();
    play.wait(10_000);

    expect(() => play.engine({ type: "merge_started" })).toThrow("cs-test is waiting for cs-lower");
  });

  it("is merged once the same content of its base was [R-012]", () => {
    const play = approved();
    play.around.baseTask = lowerTask("a", { state: "done" });
    play.engine(FOLLOW);

    expect(play.logged).toEqual([{ type: "base_merged", task: "cs-lower" }]);
    expect(play.effects).toEqual([{ do: "merge", delayMs: 0 }]);
    play.engine({ type: "merge_started" });
    expect(play.state).toBe("merging");
    expect(fold(play.log)).toEqual(play.task);
  });

  it("waits for the rest of its own grace after its base was merged", () => {
    const play = stacked();
    play.approve();
    play.wait(4_000);
    play.around.baseTask = lowerTask("a", { state: "done" });
    play.engine(FOLLOW);

    expect(play.effects).toEqual([{ do: "merge", delayMs: 6_000 }]);
  });

  it("is done after its base where nothing is merged", () => {
    const play = approved(NONE);
    play.engine({ type: "close_grace" });
    expect([play.state, play.effects]).toEqual(["approved", []]);
    expect(() => play.engine({ type: "close_grace" })).toThrow("cs-test is approved");
    play.around.baseTask = lowerTask("a", { state: "done" });
    play.engine(FOLLOW);
    expect(play.effects).toEqual([{ do: "close_grace", delayMs: 0 }]);
    play.engine({ type: "close_grace" });
    expect(play.state).toBe("done");
  });

  it("is not done by machines alone before its base", () => {
    const play = scenario({ policy: { profile: "cycles", ...NONE } });
    play.claim();
    play.around.baseTask = lowerTask("a");
    play.submit("2", on("a", "2"));
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "approved", agent("agent-2"));

    expect(play.state).toBe("approved");
  });
});

describe("work in review whose base is merged", () => {
  it("goes on, and is merged when it is approved", () => {
    const play = stacked();
    play.around.baseTask = lowerTask("a", { state: "done" });
    play.engine(FOLLOW);
    expect([play.state, play.effects]).toEqual(["reviewing", []]);
    expect(() => play.engine(FOLLOW)).toThrow("cs-test is reviewing");
    play.approve();
    expect(play.effects).toContainEqual({ do: "merge", delayMs: 10_000 });
  });
});

describe("work whose base was changed or rejected", () => {
  it.each([
    ["changed", { heads: ["c".repeat(40)] }, "has changed", "git rebase --onto lower aaaaaaaaaaaa"],
    [
      "changed, on a branch that is not known",
      { heads: ["c".repeat(40)], branch: null },
      "has changed",
      `git rebase --onto ${"c".repeat(40)} aaaaaaaaaaaa`,
    ],
    [
      "opened again without content",
      { heads: [], branch: null },
      "has changed",
      "git rebase --onto cs-lower aaaaaaaaaaaa",
    ],
    ["rejected", { state: "rejected" }, "was rejected", "git rebase --onto main aaaaaaaaaaaa"],
    [
      "merged with other content",
      { state: "done", heads: ["c".repeat(40)] },
      "was merged with other content",
      "git rebase --onto main aaaaaaaaaaaa",
    ],
  ] as const)("goes back to its author without an attempt: %s", (_, more, what, remedy) => {
    for (const play of [stacked(), approved()]) {
      play.around.baseTask = lowerTask("a", more);
      play.engine(FOLLOW);

      expect(play.task.phase).toMatchObject({ is: "rework", cause: "base", agent: "agent-1" });
      expect([play.task.attempt, play.task.bounces, play.task.round?.bounced]).toEqual([
        1,
        undefined,
        true,
      ]);
      expect(play.task.findings.at(-1)).toMatchObject({
        category: "base-task",
        message: `cs-lower, which this work is built on, ${what}.`,
        recommendation: expect.stringContaining(remedy),
      });
      expect(fold(play.log)).toEqual(play.task);
    }
  });

  it("is reviewed again on the new content; the same change keeps its approvals", () => {
    for (const sameDiff of [true, false]) {
      const play = approved();
      play.around.baseTask = lowerTask("c", { round: 2 });
      play.engine(FOLLOW);
      play.submit("3", on("c", "3"));
      play.plan(["src/app.ts"], { sameDiff });
      play.passChecks();

      expect(play.state).toBe(sameDiff ? "approved" : "reviewing");
      expect(play.task.round?.baseTask).toEqual({ task: "cs-lower", round: 2 });
      expect(() => play.engine({ type: "merge_started" })).toThrow();
    }
  });

  it("waits while a person decides about it", () => {
    const play = stacked();
    play.verdict("layer:owner", "blocker", person("ana"));
    expect(play.state).toBe("held");
    play.around.baseTask = lowerTask("c");
    expect(() => play.engine(FOLLOW)).toThrow("cs-test is held");
    play.around.baseTask = lowerTask("a", { state: "done" });
    play.engine(FOLLOW);
    expect([play.state, play.task.round?.baseTask?.isMerged]).toEqual(["held", true]);
  });
});

describe("news of a base", () => {
  const DONE: Partial<BaseTaskState> = { state: "done" };

  it("is of no concern to a task that is with its author, has no base or another one", () => {
    const play = stacked();
    play.around.baseTask = lowerTask("a", DONE);
    const { baseTask } = play.context(person("ana"));
    expect(baseNews(play.task, baseTask)?.standing).toBe("merged");
    expect(baseNews(play.task, null)).toBeNull();
    expect(baseNews(play.task, baseTask && { ...baseTask, task: "cs-else" })).toBeNull();
    play.redo();
    expect(baseNews(play.task, baseTask)).toBeNull();
    expect(baseNews(scenario().task, baseTask)).toBeNull();
  });

  it("changes nothing of a round that is built on no other task", () => {
    const play = scenario();
    play.submit();

    expect(apply(play.task, { type: "base_merged", task: "cs-lower" })).toEqual(play.task);
  });

  it("is only the engine's to tell", () => {
    expect(stacked().try(FOLLOW, person("ana"))).toBe("forbidden");
  });
});
