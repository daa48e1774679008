import { describe, expect, it } from "vitest";
import { agent, scenario } from "../../testing/scenario.ts";
import { situations } from "../../testing/table/situations.ts";
import type { PhaseName } from "../model/state.ts";
import { project } from "./projections.ts";

const WORDS: Readonly<Record<Exclude<PhaseName, "held">, readonly (string | null)[]>> = {
  open: [null, "open", "pending", "RUNNING", null],
  in_progress: ["in_progress", "in_progress", "in_progress", "RUNNING", null],
  reviewing: ["in_review", "reviewing", "completed", "RUNNING", "in_progress"],
  rework: ["in_progress", "open", "rework", "RUNNING", "failure"],
  approved: [null, "reviewing", "approved", "RUNNING", "success"],
  merging: [null, "reviewing", "approved", "RUNNING", "success"],
  done: ["done", "closed", "approved", null, "success"],
  rejected: [null, "blocked", null, null, "failure"],
};

const STATES: (keyof typeof WORDS)[] = [
  "open",
  "in_progress",
  "reviewing",
  "rework",
  "approved",
  "merging",
  "done",
  "rejected",
];

describe("project", () => {
  it.each(STATES)("%s in the words of chains, modes, cycles, panel and GitHub", (state) => {
    const [first] = situations(state);
    if (first === undefined) throw new Error("no situation");
    const words = project({ ...first.play.task, issues: [] });

    expect([words.chains, words.modes, words.cycles, words.panel, words.github]).toEqual(
      WORDS[state],
    );
  });

  it.each([
    { name: "clarify", cycles: null },
    { name: "blocker", cycles: "escalated" },
  ])("held by $name", ({ name, cycles }) => {
    const held = situations("held").find((situation) => situation.name === name);
    if (held === undefined) throw new Error("no situation");

    expect(project(held.play.task)).toEqual({
      chains: null,
      modes: "blocked",
      cycles,
      panel: "PAUSED",
      github: "action_required",
    });
  });

  it("is flagged while a concern of this round is logged, and only of this round", () => {
    const play = scenario({ policy: {} });
    play.submit();
    play.plan();
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"));
    const flagged = project(play.task).panel;
    play.submit("2");

    expect([flagged, project(play.task).panel]).toEqual(["RUNNING (Flagged)", "RUNNING"]);
  });

  it("what is over is not flagged", () => {
    const play = scenario({ policy: {} });
    play.submit();
    play.plan();
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"));
    play.reject();

    expect(project(play.task).panel).toBeNull();
  });
});
