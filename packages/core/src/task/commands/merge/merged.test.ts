import { describe, expect, it } from "vitest";
import { contentOf } from "../../../testing/facts-of.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, type Scenario, SYSTEM, scenario } from "../../../testing/scenario.ts";
import { transition } from "../../transition.ts";

function approved(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  play.approve();
  play.wait(10_000);
  return play;
}

function merging(policy: object = {}): Scenario {
  const play = approved(policy);
  play.engine({ type: "merge_started" });
  return play;
}

describe("merged", () => {
  it("is done, with the tree that reached the target", () => {
    const play = merging();
    play.engine({ type: "merged", tree: "1".repeat(40) });

    expect(play.logged).toEqual([{ type: "merged", tree: "1".repeat(40) }]);
    expect(play.effects).toEqual([{ do: "update_work" }]);
    expect(play.state).toBe("done");
    expect(play.task.flags).not.toContain("merged_tree_differs");
  });

  it("flags a tree that is not the one that was approved, and names both", () => {
    const play = merging();
    play.engine({ type: "merged", tree: "9".repeat(40) });

    expect(play.logged).toEqual([
      { type: "flagged", flags: ["merged_tree_differs"] },
      { type: "merged", tree: "9".repeat(40), approvedTree: "1".repeat(40) },
    ]);
    expect(play.state).toBe("done");
    expect(play.task.flags).toContain("merged_tree_differs");
  });

  it("a result that shall be reviewed becomes the next round, by the same author", () => {
    const play = merging();
    const content = { ...contentOf("9"), base: "8".repeat(40) };
    play.engine({ type: "review_again", content });

    expect(play.logged).toMatchObject([
      { type: "submitted", round: 2, content, author: "agent-1", committers: [] },
    ]);
    expect(play.state).toBe("reviewing");
    expect(play.try({ type: "review_again", content }, SYSTEM)).toBe("wrong_state");
    expect(merging().try({ type: "review_again", content }, agent("agent-1"))).toBe("forbidden");
    const unassigned = { ...merging().task, assignee: null };
    expect(() =>
      transition(unassigned, { type: "review_again", content }, play.context(SYSTEM)),
    ).toThrow();
  });

  it("tells what became of the author's branch, of a finished task and by the engine alone", () => {
    const play = merging();
    const updated = {
      type: "work_updated",
      outcome: "updated",
      detail: "work is at main",
    } as const;
    expect(play.try(updated, SYSTEM)).toBe("wrong_state");
    play.engine({ type: "merged", tree: "1".repeat(40) });
    play.engine(updated);

    expect(play.logged).toEqual([updated]);
    expect(play.state).toBe("done");
    expect(play.try(updated, agent("agent-1"))).toBe("forbidden");
  });

  it("names the commit that the target moved to", () => {
    const play = merging();
    play.engine({ type: "merged", tree: "1".repeat(40), commit: "8".repeat(40) });

    expect(play.logged).toEqual([{ type: "merged", tree: "1".repeat(40), commit: "8".repeat(40) }]);
  });

  it("again is noted; elsewhere refused; by anybody but the engine refused", () => {
    const play = merging();
    const merged = { type: "merged", tree: "1".repeat(40) } as const;
    play.engine(merged);
    play.engine(merged);

    expect(play.logged).toEqual([{ type: "noted", what: "already_closed" }]);
    expect(refusal(() => approved().engine(merged)).message).toBe("cs-test is approved");
    expect(refusal(() => merging().send(merged, agent("agent-1"))).code).toBe("forbidden");
  });
});
