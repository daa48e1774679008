import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { person, type Scenario, scenario } from "../../../testing/scenario.ts";

function reviewing(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function atOwner(policy: object = {}): Scenario {
  const play = reviewing(policy);
  play.passChecks();
  return play;
}

describe("policy_changed", () => {
  const STRICTER = { profile: "chains", modes: { default: "batch" } };

  it("in a review compiles the plan again: verdicts stay, new requirements are asked", () => {
    const play = atOwner();
    play.usePolicy(STRICTER);
    play.engine({ type: "policy_changed" });

    expect(play.events).toEqual(["policy_changed", "replanned", "decided", "asked"]);
    expect(play.logged[0]).toEqual({ type: "policy_changed", digest: play.policy.digest });
    expect(play.task.round?.plan?.requirements.map(({ id }) => id)).toEqual([
      "check:integrity",
      "check:secrets",
      "layer:self",
      "layer:peer",
      "layer:owner",
    ]);
    expect(play.task.round?.decision?.outstanding).toEqual(["layer:peer"]);
  });

  it("never drops a requirement without a person", () => {
    const play = atOwner();
    play.usePolicy({ profile: "modes", modes: { default: "skip" } });
    play.engine({ type: "policy_changed" });

    expect(play.state).toBe("reviewing");
    expect(play.task.round?.plan?.requirements.at(-1)?.id).toBe("layer:owner");
  });

  it("after an approval: a new requirement makes it a review again", () => {
    const play = atOwner();
    play.approve();
    play.usePolicy(STRICTER);
    play.engine({ type: "policy_changed" });

    expect(play.state).toBe("reviewing");
  });

  it("after an approval that still holds: it stays, under the new policy", () => {
    const play = atOwner();
    play.approve();
    play.usePolicy({ profile: "modes", limits: { attempts: 5 } });
    play.engine({ type: "policy_changed" });

    expect(play.events).toEqual(["policy_changed", "replanned"]);
    expect(play.effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
    expect(play.task.round?.plan?.policyDigest).toBe(play.policy.digest);
  });

  it("after an override stays approved", () => {
    const play = atOwner();
    play.override();
    play.usePolicy(STRICTER);
    play.engine({ type: "policy_changed" });

    expect(play.state).toBe("approved");
  });

  it("the same policy again, or a review without a plan: nothing to compile", () => {
    const same = atOwner();
    same.engine({ type: "policy_changed" });
    const unread = scenario({ policy: { profile: "modes" } });
    unread.submit();
    unread.usePolicy(STRICTER);
    unread.engine({ type: "policy_changed" });

    expect([same.events, unread.events]).toEqual([["policy_changed"], ["policy_changed"]]);
  });

  it("is said by the engine alone", () => {
    expect(refusal(() => atOwner().send({ type: "policy_changed" }, person("ana"))).code).toBe(
      "forbidden",
    );
  });
});
