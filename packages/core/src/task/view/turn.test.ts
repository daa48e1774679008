import { describe, expect, it } from "vitest";
import { HOLDS } from "../../testing/holds.ts";
import { type Scenario, scenario } from "../../testing/scenario.ts";
import { turnOf } from "./turn.ts";

function played(until: string): Scenario {
  const play = scenario({ policy: until === "default" ? {} : { profile: "modes" } });
  const steps: [string, () => unknown][] = [
    ["open", () => undefined],
    ["in_progress", () => play.claim()],
    ["unread", () => play.submit()],
    ["default", () => play.plan()],
    ["checks", () => undefined],
    ["owner", () => play.passChecks()],
    ["approved", () => play.approve()],
    ["merging", () => [play.wait(10_000), play.engine({ type: "merge_started" })]],
    ["done", () => play.engine({ type: "merged", tree: "1".repeat(40) })],
  ];
  for (const [name, step] of steps) {
    step();
    if (name === until) break;
  }
  return play;
}

describe("turnOf", () => {
  it.each([
    { until: "open", turn: { holder: "agent", who: null } },
    { until: "in_progress", turn: { holder: "agent", who: "agent-1" } },
    { until: "unread", turn: { holder: "engine", who: null } },
    { until: "checks", turn: { holder: "checks", who: null } },
    { until: "owner", turn: { holder: "person", who: "ana" } },
    { until: "approved", turn: { holder: "engine", who: null } },
    { until: "merging", turn: { holder: "engine", who: null } },
    { until: "done", turn: { holder: "nobody", who: null } },
  ])("$until: $turn.holder", ({ until, turn }) => {
    expect(turnOf(played(until).task)).toEqual(turn);
  });

  it("an open task that is assigned is that agent's turn", () => {
    expect(turnOf(scenario({ assignee: "agent-2" }).task)).toEqual({
      holder: "agent",
      who: "agent-2",
    });
  });

  it("reviewing agents are in turn once the checks are done", () => {
    const play = played("default");
    play.passChecks();

    expect(turnOf(play.task)).toEqual({ holder: "reviewers", who: null });
  });

  it("sent-back work is its author's turn, until the lease ends", () => {
    const play = played("owner");
    play.redo();
    const author = turnOf(play.task);
    play.late();

    expect([author, turnOf(play.task)]).toEqual([
      { holder: "agent", who: "agent-1" },
      { holder: "agent", who: null },
    ]);
  });

  it("a question is the author's turn, an escalation the person's", () => {
    expect(turnOf(HOLDS.panel_conflict().task)).toEqual({ holder: "agent", who: "agent-1" });
    expect(turnOf(HOLDS.blocker().task)).toEqual({ holder: "person", who: "ana" });
  });

  it("a rejected task is nobody's", () => {
    const play = played("owner");
    play.reject();

    expect(turnOf(play.task)).toEqual({ holder: "nobody", who: null });
  });

  it("a review whose round is missing is the engine's", () => {
    const { task } = played("owner");
    const phase = { is: "reviewing", deadlineMs: 1, person: null } as const;

    expect(turnOf({ ...task, round: null, phase })).toEqual({ holder: "engine", who: null });
  });

  it("an unknown state is a loud error", () => {
    const task = JSON.parse(JSON.stringify({ ...played("owner").task, phase: { is: "lost" } }));

    expect(() => turnOf(task)).toThrow('Unexpected value: {"is":"lost"}');
  });

  it("a clarification that a person must answer is the person's turn", () => {
    const { task } = HOLDS.panel_conflict();
    const { phase } = task;
    if (phase.is !== "held") throw new Error("not held");

    expect(turnOf({ ...task, phase: { ...phase, inTurn: "ana" } })).toEqual({
      holder: "person",
      who: "ana",
    });
  });
});
