import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, type Scenario, scenario } from "../../../testing/scenario.ts";

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
