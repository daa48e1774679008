import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { firstOwner } from "../../model/context.ts";

function reviewing(): Scenario {
  const play = scenario({ policy: { profile: "modes" } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function approved(): Scenario {
  const play = reviewing();
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

describe("target_moved", () => {
  it("by us is noted", () => {
    const play = reviewing();
    play.engine({ type: "target_moved", by: "us" });

    expect(play.logged).toEqual([{ type: "target_moved", by: "us" }]);
    expect(play.effects).toEqual([]);
  });

  it("by us during a merge tries again from the new target", () => {
    const play = merging();
    play.engine({ type: "target_moved", by: "us" });

    expect(play.effects).toEqual([{ do: "merge", delayMs: 0 }]);
    expect(play.state).toBe("merging");
  });

  it.each([reviewing, merging])(
    "by others stops the merges of the repository and tells the owner",
    (start) => {
      const play = start();
      play.engine({ type: "target_moved", by: "others" });

      expect(play.logged).toEqual([{ type: "target_moved", by: "others" }]);
      expect(play.effects).toEqual([
        { do: "hold_repo", repo: "shop", why: "target_moved" },
        { do: "notify", to: "ana", why: "alert" },
      ]);
    },
  );

  it("is said by the engine alone", () => {
    expect(
      refusal(() => reviewing().send({ type: "target_moved", by: "us" }, person("ana"))).code,
    ).toBe("forbidden");
  });
});

it("a policy without owners still names one to tell", () => {
  const { policy } = reviewing();

  expect(firstOwner({ policy })).toBe("ana");
  expect(firstOwner({ policy: { ...policy, people: { ...policy.people, owner: [] } } })).toBe(
    "owner",
  );
});
