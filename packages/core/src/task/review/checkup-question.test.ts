import { describe, expect, it } from "vitest";
import { refusal } from "../../testing/refusal.ts";
import {
  agent,
  check,
  person,
  type Scenario,
  scenario,
  type TaskCommand,
} from "../../testing/scenario.ts";
import { shownCommand } from "../../testing/shown-command.ts";
import { transition } from "../transition.ts";

const LEASE = 4_600_000;

function working(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { profile: "panel", ...policy } });
  play.claim();
  return play;
}

function asked(policy: object = {}): Scenario {
  const play = working(policy);
  play.report("request_review");
  play.planCheckup();
  return play;
}

describe("a checkup's question", () => {
  function conflict(): Scenario {
    const play = asked();
    play.checkupVerdict("concerns", agent("codex"));
    play.checkupVerdict("concerns", agent("gemini"));
    return play;
  }

  it("is answered by the author, and the members are asked again", () => {
    const play = conflict();
    const [question] = play.task.findings;
    play.dispose("F-1", { is: "disputed", note: "because" }, agent("agent-1"));

    expect(question).toMatchObject({
      id: "F-1",
      severity: "info",
      category: "clarification",
      rounds: [1],
      raisedBy: ["codex", "gemini"],
    });
    expect(play.effects).toEqual([{ do: "ask_checkup", checkup: 1, requirements: ["panel"] }]);
    expect(play.task.checkup?.planned).toMatchObject({ clarified: true, verdicts: { items: [] } });
  });

  it("answered well, the work goes on with a fresh lease", () => {
    const play = conflict();
    play.dispose("F-1", { is: "disputed", note: "because" }, agent("agent-1"));
    play.wait(1_000);
    play.checkupVerdict("approved", agent("codex"));
    play.checkupVerdict("approved", agent("gemini"));

    expect(play.events).toEqual(["checkup_verdict", "checkup_decided", "checkup_ended", "resumed"]);
    expect(play.task.phase).toEqual({
      is: "in_progress",
      agent: "agent-1",
      leaseUntilMs: LEASE + 1_000,
    });
  });

  it("a second conflict escalates; a person sets one verdict aside", () => {
    const play = conflict();
    play.dispose("F-1", { is: "disputed", note: "because" }, agent("agent-1"));
    play.checkupVerdict("concerns", agent("codex"));
    play.checkupVerdict("concerns", agent("gemini"));
    const held = play.task.phase;

    expect(held).toMatchObject({
      kind: "escalated",
      reasons: [{ code: "clarified_already", about: null }],
    });
    expect(refusal(() => play.release([{ do: "set_aside", verdict: "vrd_9" }])).code).toBe(
      "invalid_input",
    );
    play.release([{ do: "set_aside", verdict: "vrd_3" }]);
    expect(play.state).toBe("in_progress");
  });

  it("a person may settle it before it is answered", () => {
    const play = conflict();
    play.release([{ do: "set_aside", verdict: "vrd_1" }]);

    expect([play.state, play.task.checkup]).toEqual(["in_progress", null]);
  });

  it("whatever stood before comes back as it was, if it has no lease", () => {
    const play = conflict();
    const { phase } = play.task;
    if (phase.is !== "held") throw new Error("not held");
    const task = { ...play.task, phase: { ...phase, resume: { is: "open" } as const } };
    const command = { type: "release", resolutions: [{ do: "send_back" }] } satisfies TaskCommand;

    const step = transition(task, shownCommand(task, command), play.context(person("ana")));
    expect(step.task.phase).toEqual({ is: "open" });
  });

  it("of sent-back work goes back to exactly that", () => {
    const play = working();
    play.submit();
    play.redo();
    play.wait(10_000);
    play.report("milestone");
    play.planCheckup();
    play.checkupVerdict("blocker", agent("codex"));
    play.release([{ do: "set_aside", verdict: "vrd_1" }]);

    expect(play.task.phase).toEqual({
      is: "rework",
      cause: "person",
      agent: "agent-1",
      leaseUntilMs: LEASE + 10_000,
    });
  });
});

describe("a checkup ends", () => {
  it.each(["submit", "redo", "reject", "lease"] as const)("with %s", (how) => {
    const play = asked();
    if (how === "submit") play.submit();
    if (how === "redo") play.redo();
    if (how === "reject") play.reject();
    if (how === "lease") play.late();

    expect(play.task.checkup).toBeNull();
  });

  it("and what comes for it later is evidence, except in open", () => {
    const play = asked();
    play.submit();
    play.plan();
    play.verdict("check:integrity", "approved", check("integrity"));
    play.checkupVerdict("blocker", agent("codex"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "no such checkup" }]);
    expect(play.try({ type: "reopen" }, person("ana"))).toBe("wrong_state");
  });
});
