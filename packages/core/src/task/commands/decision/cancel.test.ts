import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, person, planner, type Scenario, scenario } from "../../../testing/scenario.ts";

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

describe("cancel", () => {
  const cancel = { type: "cancel", reason: "gone" } as const;

  it("by an owner ends it, without a grace", () => {
    const play = reviewing();
    play.send(cancel, person("ana"));

    expect(play.logged).toEqual([{ type: "rejected", reason: "gone" }]);
    expect(play.effects).toEqual([]);
    expect([play.state, play.task.grace]).toEqual(["rejected", null]);
  });

  it("by a planner only before it was started", () => {
    const open = scenario({ policy: { profile: "modes" } });
    open.send(cancel, planner("plan-agent"));

    expect(open.state).toBe("rejected");
    expect(refusal(() => reviewing().send(cancel, planner("plan-agent")))).toMatchObject({
      code: "forbidden",
      message: "Only an owner may cancel cs-test; its planner may cancel it before work starts.",
    });
  });

  it.each([person("ben"), agent("ana")])("by $id ($kind), who is no owner, is refused", (actor) => {
    expect(refusal(() => scenario({ policy: { profile: "modes" } }).send(cancel, actor)).code).toBe(
      "forbidden",
    );
  });

  it("again is noted; of what is being merged refused", () => {
    const play = reviewing();
    play.send(cancel, person("ana"));
    play.send(cancel, person("ana"));

    expect(play.logged).toEqual([{ type: "noted", what: "already_rejected" }]);
    expect(refusal(() => merging().send(cancel, person("ana"))).message).toBe("cs-test is merging");
  });
});
