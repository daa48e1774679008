import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, type Scenario, scenario } from "../../../testing/scenario.ts";

const MODES = { profile: "modes" };

function reviewing(): Scenario {
  const play = scenario({ policy: MODES });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

/** Sent back by a check with one finding. */
function sentBack(): Scenario {
  const play = reviewing();
  play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
  play.passChecks();
  return play;
}

describe("lease expired", () => {
  it("in progress: the task is open for others, the work kept as a checkpoint", () => {
    const play = scenario({ policy: MODES });
    play.claim();
    play.wait(3_600_000);
    play.engine({ type: "lease_expired" });

    expect(play.logged).toEqual([{ type: "lease_ended", agent: "agent-1" }]);
    expect(play.effects).toEqual([{ do: "save_checkpoint", round: 0 }]);
    expect(play.task).toMatchObject({
      phase: { is: "open" },
      assignee: null,
      authors: ["agent-1"],
    });
  });

  it("of sent-back work: the state stays and any agent may take it", () => {
    const play = sentBack();
    play.late();

    expect(play.effects).toEqual([{ do: "save_checkpoint", round: 1 }]);
    expect(play.task.phase).toMatchObject({ is: "rework", agent: null });
  });

  it("is refused before its time, and from anybody but the engine", () => {
    const play = scenario({ policy: MODES });
    play.claim();
    play.wait(3_599_999);

    expect(refusal(() => play.engine({ type: "lease_expired" }))).toMatchObject({
      code: "wrong_state",
      message: "The lease of cs-test has not expired",
    });
    expect(refusal(() => play.send({ type: "lease_expired" }, agent("agent-2")))).toMatchObject({
      code: "forbidden",
      message: "Only the engine may send this command for cs-test.",
    });
  });

  it("is refused in any other state", () => {
    expect(refusal(() => reviewing().engine({ type: "lease_expired" }))).toMatchObject({
      code: "wrong_state",
      message: "cs-test is reviewing",
    });
  });
});
