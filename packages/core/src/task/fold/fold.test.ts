import { describe, expect, it } from "vitest";
import { agent, scenario } from "../../testing/scenario.ts";
import { applyEntry, fold } from "./fold.ts";

function log() {
  const play = scenario({ policy: { profile: "modes" } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

describe("fold", () => {
  it("gives the state that the steps gave", () => {
    const play = log();

    expect(fold(play.log)).toEqual(play.task);
    expect(play.task.seq).toBe(play.log.length);
  });

  it("of the first entry alone is the new task", () => {
    const { log: entries } = scenario({ assignee: "agent-1", sponsor: "ben", title: "Write it" });

    expect(fold(entries)).toEqual({
      id: "cs-test",
      seq: 1,
      title: "Write it",
      repo: "shop",
      type: null,
      department: "engineering",
      statedBy: "person",
      priority: "P1",
      labels: [],
      modeChoices: [],
      assignee: "agent-1",
      authors: ["agent-1"],
      authorFamily: null,
      sponsor: "ben",
      committers: [],
      attempt: 1,
      attemptLimit: null,
      costUsd: 0,
      budgetUsd: null,
      phase: { is: "open" },
      round: null,
      previous: null,
      checkups: 0,
      checkup: null,
      grace: null,
      findings: [],
      feedback: [],
      issues: [],
      flags: [],
      rejections: {},
    });
  });

  it("a task without an assignee has no author yet", () => {
    expect(fold(scenario().log).authors).toEqual([]);
  });

  it("refuses a log that does not begin with `created`", () => {
    const { log: entries } = log();

    expect(() => fold(entries.slice(1))).toThrow("a log begins with `created`");
    expect(() => fold([])).toThrow("a log begins with `created`");
  });

  it("refuses a gap", () => {
    const { log: entries } = log();

    expect(() => fold(entries.filter(({ seq }) => seq !== 3))).toThrow(
      "log of cs-test: entry 4 follows 2",
    );
  });

  it("refuses a repetition", () => {
    const { log: entries } = log();

    expect(() => fold([...entries, ...entries.slice(-1)])).toThrow(
      `log of cs-test: entry ${entries.length} follows ${entries.length}`,
    );
  });

  it("`created` later in the log changes nothing but its place", () => {
    const play = log();
    const [first] = play.log;
    if (first === undefined) throw new Error("no log");

    const again = applyEntry(play.task, { ...first, seq: play.task.seq + 1 });
    expect(again).toEqual({ ...play.task, seq: play.task.seq + 1 });
  });

  it("the time and the actor of an entry are those of the command", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.wait(5);
    play.send({ type: "claim" }, agent("agent-2"));

    expect(play.log.at(-1)).toMatchObject({ seq: 2, atMs: 1_000_005, by: "agent-2" });
  });
});
