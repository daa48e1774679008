import { describe, expect, it } from "vitest";
import { factsOf } from "../../../testing/facts-of.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, type Scenario, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

const MACHINE = 1_800_000;

function working(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { profile: "panel", ...policy } });
  play.claim();
  return play;
}

describe("plan_checkup", () => {
  it("asks the panel about what was read", () => {
    const play = working();
    play.report("milestone");
    play.planCheckup("7");

    expect(play.logged).toMatchObject([{ type: "checkup_planned", content: factsOf("7").content }]);
    expect(play.task.checkup?.planned).toMatchObject({ verdicts: { items: [] }, clarified: false });
  });

  it("without a panel asks the agents of the plan", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    play.claim();
    play.report("milestone");
    play.planCheckup();

    expect(play.effects).toEqual([
      { do: "ask_checkup", checkup: 1, requirements: ["agent:build-reviewer"] },
    ]);
    expect(dueMs(play.task)).toBe(play.nowMs + MACHINE);
  });

  it.each([
    { sponsor: "ben", to: "ben" },
    { sponsor: null, to: "ana" },
  ])("without reviewers ends at once and tells $to", ({ sponsor, to }) => {
    const play = scenario({ policy: { profile: "modes" }, sponsor });
    play.claim();
    play.report("milestone");
    play.planCheckup();

    expect(play.events).toEqual(["checkup_planned", "checkup_ended"]);
    expect(play.effects).toEqual([{ do: "notify", to, why: "reminder" }]);
    expect(play.task.checkup).toBeNull();
  });

  it("is refused without a checkup, twice, for another one, and from anybody but the engine", () => {
    const play = working();
    const plan = { type: "plan_checkup", checkup: 1, facts: factsOf("7") } as const;
    const without = refusal(() => play.engine(plan));
    play.report("milestone");
    const other = refusal(() => play.engine({ ...plan, checkup: 2 }));
    const byAgent = refusal(() => play.send(plan, agent("agent-1")));
    play.engine(plan);

    expect(without).toMatchObject({ code: "wrong_state", message: "cs-test is in_progress" });
    expect(other).toEqual({
      code: "stale_round",
      message: "cs-test is at checkup 1",
      details: { task: "cs-test", state: "in_progress", round: 0, given: 2 },
    });
    expect(byAgent.code).toBe("forbidden");
    expect(refusal(() => play.engine(plan)).code).toBe("wrong_state");
  });
});
