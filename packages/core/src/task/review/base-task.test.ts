import { describe, expect, it } from "vitest";
import { contentOf } from "../../testing/facts-of.ts";
import { lowerTask } from "../../testing/lower-task.ts";
import { scenario } from "../../testing/scenario.ts";
import { awaitedBase, baseStanding, baseTaskState } from "./base-task.ts";

const LOWER = { baseTask: { task: "cs-lower", round: 1 } };
const HEAD = "a".repeat(40);

/** Work on top of the commit that is called by this digit. */
const on = (digit: string, name = "2") => ({ content: contentOf(name, digit), ...LOWER });

describe("how a commit relates to the task whose content it was", () => {
  it.each([
    ["open", {}, "waiting"],
    ["in_progress", {}, "waiting"],
    ["reviewing", {}, "waiting"],
    ["rework", {}, "waiting"],
    ["held", {}, "waiting"],
    ["approved", {}, "waiting"],
    ["merging", {}, "waiting"],
    ["done", {}, "merged"],
    ["done", { isOutside: true }, "changed"],
    ["rejected", {}, "rejected"],
    ["rejected", { isUndoable: true }, "waiting"],
    ["reviewing", { heads: ["c".repeat(40)] }, "changed"],
    ["done", { heads: ["c".repeat(40)] }, "changed"],
    ["rejected", { heads: ["c".repeat(40)], isUndoable: true }, "rejected"],
    ["reviewing", { heads: ["c".repeat(40), HEAD] }, "waiting"],
  ] as const)("%s %o: %s", (state, more, standing) => {
    expect(baseStanding(HEAD, lowerTask("a", { state, ...more }))).toBe(standing);
  });
});

describe("the state of a base task", () => {
  it("names the commit of the current round, and the submitted one whose merge is reviewed again", () => {
    const play = scenario({ policy: { profile: "modes" } });
    expect(baseTaskState(play.task, [])).toMatchObject({ round: null, heads: [], branch: null });
    play.submit("1", { location: { branch: "lower", worktree: null } });
    play.plan();
    play.passChecks();
    play.approve();
    expect(baseTaskState(play.task, [])).toMatchObject({ isUndoable: true, branch: "lower" });
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    play.engine({ type: "review_again", content: contentOf("7") });
    const heads = ["7".repeat(40), "1".repeat(40)];
    expect(baseTaskState(play.task, [])).toMatchObject({ round: 2, heads });
    play.plan();
    play.passChecks();
    play.approve();
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    play.engine({ type: "review_again", content: contentOf("8") });
    expect(baseTaskState(play.task, []).heads).toEqual(["8".repeat(40), "1".repeat(40)]);
  });
});

describe("a submission on another task's content", () => {
  it("names its base task and waits for it [R-012]", () => {
    const play = scenario();
    play.around.baseTask = lowerTask("a", { round: 3 });
    play.submit("2", on("a"));

    expect(play.task.round?.baseTask).toEqual({ task: "cs-lower", round: 3 });
    expect(awaitedBase(play.task)).toBe("cs-lower");
  });

  it("does not wait for content that is merged already", () => {
    const play = scenario();
    play.around.baseTask = lowerTask("a", { state: "done" });
    play.submit("2", on("a"));

    expect(play.task.round?.baseTask).toEqual({ task: "cs-lower", round: 1, isMerged: true });
    expect(awaitedBase(play.task)).toBeNull();
  });

  it.each([
    ["content that has changed since", { heads: ["c".repeat(40)] }, "has changed"],
    ["a task without content", { round: null }, "has changed"],
    ["a rejected task", { state: "rejected" }, "was rejected"],
    ["a task whose rejection can be undone", { state: "rejected", isUndoable: true }, "rejected"],
    ["a task of another repository", { repo: "other" }, "There is no task cs-lower in shop"],
    ["another task than the one that was read", { task: "cs-else" }, "There is no task cs-lower"],
    ["a task that waits for this one", { below: ["cs-x", "cs-test"] }, "cannot be built on itself"],
  ] as const)("is refused on %s", (_, more, message) => {
    const play = scenario();
    play.around.baseTask = lowerTask("a", more);

    expect(() => play.submit("2", on("a"))).toThrow(message);
  });

  it("is refused on its own content, and on a task that nobody read", () => {
    const play = scenario();
    expect(() => play.submit("2", on("a"))).toThrow("There is no task cs-lower in shop");
    play.around.baseTask = lowerTask("a", { task: "cs-test" });
    const own = { content: contentOf("2", "a"), baseTask: { task: "cs-test", round: 1 } };
    expect(() => play.submit("2", own)).toThrow("cannot be built on itself");
  });

  it("is another change with the same tree on another base, and none on the same", () => {
    const play = scenario();
    play.around.baseTask = lowerTask("a");
    play.submit("2", on("a"));
    expect(() => play.submit("2", on("a"))).toThrow("The content is identical to round 1");
    play.around.baseTask = lowerTask("c");
    play.submit("2", on("c"));
    expect(play.task.round?.number).toBe(2);
    play.submit("2");
    expect(play.task.round?.number).toBe(3);
    expect(play.task.round?.baseTask).toBeUndefined();
  });
});
