import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { check, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import type { Task } from "../../model/state.ts";
import { transition } from "../../transition.ts";

const FLAG = { profile: "modes", gate: { needsFixes: "flag" } };

/** A check found something major, the policy lets it pass with a flag, and the owner is asked. */
function flagged(): Scenario {
  const play = scenario({ policy: FLAG });
  play.claim();
  play.submit();
  play.plan();
  play.verdict("check:secrets", "concerns", check("secrets"), [{ severity: "major" }]);
  play.passChecks();
  return play;
}

describe("an approval past a closed gate", () => {
  it("is allowed where the policy says that major findings only flag", () => {
    const play = flagged();
    play.approve();

    expect([play.state, play.task.flags]).toEqual(["approved", ["severity_needs_fixes"]]);
  });

  it("is refused as soon as the policy says otherwise", () => {
    const play = flagged();
    play.usePolicy({ profile: "modes" });

    expect(refusal(() => play.approve())).toMatchObject({
      code: "gate_closed",
      message: "The gate of cs-test is needs_fixes",
      details: { gate: "needs_fixes" },
    });
  });

  it("is refused past critical findings whatever the policy says of major ones", () => {
    const play = flagged();
    const { task } = play;
    const approve = {
      type: "approve",
      id: "vrd_a",
      round: 1,
      tree: "1".repeat(40),
      requirement: "layer:owner",
    } as const;

    expect(
      refusal(() => transition(withCritical(task), approve, play.context(person("ana")))),
    ).toMatchObject({
      code: "gate_closed",
      message: "The gate of cs-test is fail",
      details: { gate: "fail" },
    });
  });
});

function withCritical(task: Task): Task {
  if (task.round?.decision == null) throw new Error("not decided");
  const { decision } = task.round;
  const counts = { ...decision.counts, critical: 1 };
  return { ...task, round: { ...task.round, decision: { ...decision, counts } } };
}
