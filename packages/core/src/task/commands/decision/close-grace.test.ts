import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { person, type Scenario, SYSTEM, scenario } from "../../../testing/scenario.ts";

function atOwner(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

describe("close_grace", () => {
  it("is refused without a grace, before its end, and from anybody but the engine", () => {
    const play = atOwner();
    const without = refusal(() => play.engine({ type: "close_grace" }));
    play.redo();
    const early = refusal(() => play.engine({ type: "close_grace" }));
    play.wait(10_000);

    expect(without).toMatchObject({ code: "wrong_state", message: "cs-test is reviewing" });
    expect(early).toMatchObject({
      code: "wrong_state",
      message: "The decision on cs-test can still be undone",
    });
    expect(refusal(() => play.send({ type: "close_grace" }, person("ana"))).code).toBe("forbidden");
  });

  it("of approved work that will be merged is refused once it is closed", () => {
    const play = atOwner();
    play.approve();
    play.wait(10_000);
    play.engine({ type: "close_grace" });

    expect(play.state).toBe("approved");
    expect(refusal(() => play.send({ type: "close_grace" }, SYSTEM)).code).toBe("wrong_state");
  });

  it("ends work that a person's release approved, where nothing is merged", () => {
    const play = atOwner({ merge: { strategy: "none" }, modes: { default: "batch" } });
    play.verdict("layer:owner", "blocker", person("ana"));
    play.redo();
    play.undo();
    play.send({ type: "change_mode", mode: "skip" }, person("ana"));
    play.release([{ do: "set_aside", verdict: "vrd_3" }]);
    const state = play.state;
    play.engine({ type: "close_grace" });

    expect([state, play.state]).toEqual(["approved", "done"]);
  });
});
