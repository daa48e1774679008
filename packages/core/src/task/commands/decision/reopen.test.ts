import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import {
  agent,
  check,
  person,
  type Scenario,
  SYSTEM,
  scenario,
} from "../../../testing/scenario.ts";

function reviewing(): Scenario {
  const play = scenario({ policy: { profile: "modes" } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

describe("reopen", () => {
  it("opens it again for anybody, on top of its last round", () => {
    const play = reviewing();
    play.reject();
    play.send({ type: "reopen" }, person("ben"));

    expect(play.logged).toEqual([{ type: "reopened" }]);
    expect(play.effects).toEqual([]);
    expect(play.task).toMatchObject({
      phase: { is: "open" },
      assignee: null,
      attempt: 1,
      attemptLimit: null,
      grace: null,
    });
    play.submit("2", {}, "agent-2");
    expect(play.task.round?.number).toBe(2);
  });

  it("keeps the attempts if the engine reopens what was closed on the host", () => {
    const play = reviewing();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.passChecks();
    expect(play.task).toMatchObject({ phase: { is: "rework" }, attempt: 2 });
    play.engine({ type: "closed_elsewhere", outcome: "closed", tree: null });
    play.engine({ type: "reopen" });

    expect(play.logged).toEqual([{ type: "reopened", keepsAttempts: true }]);
    expect(play.task).toMatchObject({ phase: { is: "open" }, attempt: 2 });
  });

  it("is for people, and for what is over", () => {
    expect(refusal(() => reviewing().send({ type: "reopen" }, agent("agent-1")))).toMatchObject({
      code: "human_only",
      details: { layer: "owner" },
    });
    expect(refusal(() => reviewing().send({ type: "reopen" }, person("ana"))).message).toBe(
      "cs-test is reviewing",
    );
  });

  it("is for the engine only if the task was closed on the host", () => {
    const closed = reviewing();
    closed.engine({ type: "closed_elsewhere", outcome: "closed", tree: null });
    expect(closed.engine({ type: "reopen" }).phase).toEqual({ is: "open" });

    const rejected = reviewing();
    rejected.reject();
    expect(rejected.try({ type: "reopen" }, SYSTEM)).toBe("wrong_state");
    const merged = reviewing();
    merged.engine({ type: "closed_elsewhere", outcome: "merged", tree: null });
    expect(merged.try({ type: "reopen" }, SYSTEM)).toBe("wrong_state");
  });
});
