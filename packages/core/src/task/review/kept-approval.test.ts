import { describe, expect, it } from "vitest";
import { agent, check, type Scenario, scenario } from "../../testing/scenario.ts";

/** An approved round whose merge failed, and the next round that was submitted after it. */
function bounced(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  play.approve();
  play.wait(10_000);
  play.engine({ type: "merge_started" });
  play.mergeFails("moved");
  play.submit("2");
  return play;
}

const opinions = ({ task }: Scenario) =>
  task.round?.verdicts.items.map(({ by, opinion, tree }) => [by, opinion, tree[0]]);

describe("the approval of a change whose merge failed", () => {
  it("is kept while the change is the same; its checks look at the new tree", () => {
    const play = bounced();
    play.plan(["src/app.ts"], { sameDiff: true });

    expect(opinions(play)).toEqual([
      ["agent-1", "approved", "2"],
      ["ana", "approved", "2"],
    ]);
    expect(play.logged).toContainEqual(
      expect.objectContaining({ type: "verdict_carried", fromTree: "1".repeat(40) }),
    );
    expect(play.state).toBe("reviewing");
    play.passChecks();
    expect(play.state).toBe("approved");
  });

  it("does not hide a check that fails on the new tree", () => {
    const play = bounced();
    play.plan(["src/app.ts"], { sameDiff: true });
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.verdict("check:secrets", "approved", check("secrets"));

    expect(play.state).toBe("rework");
  });

  it("is kept after a conflict, too, and also of an agent", () => {
    const play = scenario({ policy: { profile: "cycles" } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "approved", agent("agent-2"));
    play.engine({ type: "merge_started" });
    play.mergeFails("conflict");
    play.submit("2");
    play.plan(["src/app.ts"], { sameDiff: true });

    expect(opinions(play)).toContainEqual(["agent-2", "approved", "2"]);
  });

  it.each([
    { name: "another change", policy: {}, sameDiff: false },
    {
      name: "a policy that has every new tree reviewed",
      policy: { merge: { reviewAgain: "when_tree_differs" } },
      sameDiff: true,
    },
  ])("is not kept for $name", ({ policy, sameDiff }) => {
    const play = bounced(policy);
    play.plan(["src/app.ts"], { sameDiff });
    play.passChecks();

    expect(opinions(play)?.map(([by]) => by)).not.toContain("ana");
    expect(play.state).toBe("reviewing");
  });

  it("is not kept where the policy asks something else by now", () => {
    const play = bounced();
    play.usePolicy({ profile: "modes", people: { owner: ["ben"] } });
    play.plan(["src/app.ts"], { sameDiff: true });

    expect(opinions(play)).toEqual([["agent-1", "approved", "2"]]);
  });

  it("is not kept for a round that a person sent back", () => {
    const play = scenario({ policy: { profile: "modes", chains: { code: ["self", "peer"] } } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "approved", agent("agent-2"));
    play.redo();
    play.wait(10_000);
    play.submit("2");
    play.plan(["src/app.ts"], { sameDiff: true });

    expect(opinions(play)).toEqual([["agent-1", "approved", "2"]]);
  });
});
