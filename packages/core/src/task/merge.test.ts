import { describe, expect, it } from "vitest";
import { contentOf } from "../testing/facts-of.ts";
import { refusal } from "../testing/refusal.ts";
import { agent, check, person, type Scenario, SYSTEM, scenario } from "../testing/scenario.ts";
import type { Task } from "./state.ts";
import { transition } from "./transition.ts";

const NOW = 1_010_000;

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

describe("merge_started", () => {
  it("begins after the grace, with a deadline", () => {
    const play = merging();

    expect(play.logged).toEqual([{ type: "merge_started", deadlineMs: NOW + 1_800_000 }]);
    expect(play.effects).toEqual([{ do: "wake", atMs: NOW + 1_800_000 }]);
    expect(play.task).toMatchObject({
      phase: { is: "merging", tries: 0, deadlineMs: NOW + 1_800_000 },
      grace: null,
    });
  });

  it("during the grace is refused", () => {
    const play = approved();
    play.wait(-1);

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "wrong_state",
      message: "The approval of cs-test may still be taken back",
    });
  });

  it("while the repository is on hold is refused", () => {
    const play = approved();
    play.holds.repo = true;

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "on_hold",
      message: "Merges to shop are on hold.",
    });
  });

  it("of an approval without a person needs no grace", () => {
    const play = scenario({ policy: { profile: "modes", modes: { default: "skip" } } });
    play.submit();
    play.plan();
    play.passChecks();
    play.engine({ type: "merge_started" });

    expect(play.state).toBe("merging");
  });

  it("is refused under another policy than the one it was approved under", () => {
    const play = approved();
    play.usePolicy({ profile: "strict" });

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "wrong_state",
      message: "The policy changed after cs-test was approved",
    });
  });

  it("decides once more: what is no longer approved is not merged", () => {
    const play = scenario({ policy: { profile: "modes", modes: { default: "skip" } } });
    play.submit();
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.dispose("F-1", { is: "dismissed", reason: "for now" }, person("ana"));
    play.passChecks();
    const findings = play.task.findings.map((finding) => ({
      ...finding,
      disposition: { is: "open" } as const,
    }));
    const begin = (task: Task) =>
      transition(task, { type: "merge_started" }, play.context(SYSTEM)).task.phase.is;

    expect(begin(play.task)).toBe("merging");
    expect(refusal(() => begin({ ...play.task, findings }))).toMatchObject({
      code: "wrong_state",
      message: "cs-test is no longer approved",
    });
  });

  it("is refused where nothing is merged, also past the gate", () => {
    const play = approved();
    play.undo();
    play.override();
    play.wait(10_000);
    play.usePolicy({ profile: "modes", merge: { strategy: "none" } });

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "wrong_state",
      message: "The policy of shop merges nothing",
    });
  });

  it("of what is done is noted; by anybody but the engine refused", () => {
    const play = merging();
    play.engine({ type: "merged", tree: "1".repeat(40) });
    play.engine({ type: "merge_started" });

    expect(play.logged).toEqual([{ type: "noted", what: "already_closed" }]);
    expect(refusal(() => play.send({ type: "merge_started" }, person("ana"))).code).toBe(
      "forbidden",
    );
  });

  it("of what is not approved is refused", () => {
    expect(refusal(() => merging().engine({ type: "merge_started" })).message).toBe(
      "cs-test is merging",
    );
  });
});

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

describe("merge_failed by nobody's fault", () => {
  it.each(["race", "network", "dirty"] as const)("%s waits and tries again", (kind) => {
    const play = merging();
    play.mergeFails(kind, "main has changes of its own");

    expect(play.logged).toEqual([
      {
        type: "merge_postponed",
        kind,
        detail: "main has changes of its own",
        tries: 1,
        retryAtMs: NOW + 1_000,
      },
    ]);
    expect(play.effects).toEqual([{ do: "merge", delayMs: 1_000 }]);
    expect(play.task.phase).toEqual({ is: "approved", tries: 1, retryAtMs: NOW + 1_000 });
  });

  it("the wait doubles up to five minutes; after ten retries a person is asked", () => {
    const play = merging();
    const waits: number[] = [];
    while (play.state === "merging") {
      play.mergeFails("race");
      const [first] = play.effects;
      if (first?.do !== "merge") break;
      waits.push(first.delayMs);
      play.engine({ type: "merge_started" });
    }

    expect(waits).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000,
    ]);
    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "merge_retries", about: "race" }],
      resume: null,
    });
  });

  it("under a policy that changed meanwhile goes on under the new one", () => {
    const play = merging();
    play.usePolicy({ profile: "modes", limits: { attempts: 5 } });
    play.engine({ type: "policy_changed" });
    play.mergeFails("race");
    const events = play.events;
    play.engine({ type: "merge_started" });

    expect(events).toEqual(["merge_postponed", "replanned"]);
    expect(play.state).toBe("merging");
  });

  it("under a stricter policy is a review again, and is not merged", () => {
    const play = merging();
    play.usePolicy({ profile: "chains", modes: { default: "batch" } });
    play.engine({ type: "policy_changed" });
    play.mergeFails("race");

    expect(play.state).toBe("reviewing");
    expect(play.effects.slice(0, 1)).toEqual([{ do: "merge", delayMs: 1_000 }]);
  });

  it("is said of a merge, by the engine", () => {
    expect(refusal(() => approved().mergeFails("race")).message).toBe("cs-test is approved");
    const failed = {
      type: "merge_failed",
      kind: "race",
      detail: "",
      files: [] as string[],
    } as const;
    expect(refusal(() => merging().send({ ...failed, files: [] }, agent("agent-1"))).code).toBe(
      "forbidden",
    );
  });
});
