import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import {
  agent,
  check,
  person,
  planner,
  type Scenario,
  scenario,
} from "../../../testing/scenario.ts";

function reviewing(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function atOwner(policy: object = {}): Scenario {
  const play = reviewing(policy);
  play.passChecks();
  return play;
}

const mode = (play: Scenario): string | undefined => play.task.round?.plan?.mode.mode;

describe("change_mode", () => {
  it.each([
    { by: person("ana"), as: "person", chosen: "skip" },
    { by: planner("plan-agent"), as: "planner", chosen: "auto" },
    { by: agent("agent-1"), as: "author", chosen: "batch" },
    { by: agent("agent-2"), as: "author", chosen: "batch" },
  ] as const)("to skip by $by.id counts as the word of the $as: $chosen", ({ by, as, chosen }) => {
    const play = reviewing();
    play.send({ type: "change_mode", mode: "skip" }, by);

    expect(play.logged[0]).toEqual({ type: "mode_proposed", proposal: { mode: "skip", by: as } });
    expect(play.events).toEqual(["mode_proposed", "replanned", "decided"]);
    expect(mode(play)).toBe(chosen);
  });

  it("keeps the reason that was given for it in the log", () => {
    const play = reviewing();
    play.send(
      { type: "change_mode", mode: "per-task", reason: "money is at stake" },
      person("ana"),
    );

    expect(play.logged[0]).toEqual({
      type: "mode_proposed",
      proposal: { mode: "per-task", by: "person" },
      reason: "money is at stake",
    });
  });

  it("by a person who is an author only tightens, and drops no requirement", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.send({ type: "claim" }, person("ben"));
    play.submit("1", {}, "ben");
    play.plan();
    play.send({ type: "change_mode", mode: "skip" }, person("ben"));

    expect(play.task.modeChoices).toEqual([{ mode: "skip", by: "author" }]);
    expect(mode(play)).toBe("batch");
  });

  it("a newer word of the same voice takes the place of the older one", () => {
    const play = reviewing();
    play.send({ type: "change_mode", mode: "auto" }, planner("plan-agent"));
    play.send({ type: "change_mode", mode: "per-task" }, person("ana"));
    play.send({ type: "change_mode", mode: "batch" }, person("ana"));

    expect(play.task.modeChoices).toEqual([
      { mode: "auto", by: "planner" },
      { mode: "batch", by: "person" },
    ]);
  });

  it("an author's wish for scrutiny cannot be taken back by the author", () => {
    const play = reviewing();
    play.send({ type: "change_mode", mode: "per-task" }, agent("agent-1"));
    play.send({ type: "change_mode", mode: "batch" }, agent("agent-1"));
    play.send({ type: "change_mode", mode: "batch" }, agent("agent-1"));

    expect(play.task.modeChoices).toEqual([
      { mode: "per-task", by: "author" },
      { mode: "batch", by: "author" },
    ]);
    expect(mode(play)).toBe("per-task");
  });

  it.each(["open", "in_progress", "rework", "held"])("in %s is kept for the next plan", (state) => {
    const play = scenario({ policy: { profile: "modes" } });
    if (state !== "open") play.claim();
    if (state === "rework" || state === "held") {
      play.submit();
      play.plan();
    }
    if (state === "rework") play.redo();
    if (state === "held") play.verdict("check:secrets", "blocker", check("secrets"));
    play.send({ type: "change_mode", mode: "per-task" }, person("ana"));

    expect(play.events).toEqual(["mode_proposed"]);
    expect(play.state).toBe(state);
  });

  it("before the plan is kept for it", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.submit();
    play.send({ type: "change_mode", mode: "per-task" }, person("ana"));
    const events = play.events;
    play.plan();

    expect(events).toEqual(["mode_proposed"]);
    expect(mode(play)).toBe("per-task");
  });

  it("stricter after an approval without a person asks the person", () => {
    const play = atOwner({ modes: { default: "skip" } });
    play.send({ type: "change_mode", mode: "batch" }, person("ana"));

    expect(play.events).toEqual(["mode_proposed", "replanned", "decided", "asked"]);
    expect([play.state, play.task.phase]).toEqual([
      "reviewing",
      { is: "reviewing", deadlineMs: 15_400_000, person: "ana" },
    ]);
  });

  it("stricter after the person's approval stays approved: nothing new is asked", () => {
    const play = atOwner();
    play.approve();
    play.send({ type: "change_mode", mode: "per-task" }, person("ana"));

    expect(play.events).toEqual(["mode_proposed", "replanned"]);
    expect(play.state).toBe("approved");
  });

  it.each(["skip", "batch"] as const)("to %s after an approval in batch is only kept", (looser) => {
    const play = atOwner();
    play.approve();
    play.send({ type: "change_mode", mode: looser }, person("ana"));

    expect(play.events).toEqual(["mode_proposed"]);
    expect(mode(play)).toBe("batch");
  });

  it("of work that was approved past the gate and never planned is only kept", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.submit();
    play.override();
    play.send({ type: "change_mode", mode: "per-task" }, person("ana"));

    expect(play.events).toEqual(["mode_proposed"]);
  });

  it("looser by a person drops what only the mode asked for; by a planner nothing is dropped", () => {
    const byPerson = atOwner();
    byPerson.send({ type: "change_mode", mode: "skip" }, person("ana"));
    const byPlanner = atOwner();
    byPlanner.send({ type: "change_mode", mode: "auto" }, planner("plan-agent"));

    expect(byPerson.state).toBe("approved");
    expect([byPlanner.state, mode(byPlanner)]).toEqual(["reviewing", "auto"]);
  });

  it("by a person under a policy that changed meanwhile drops nothing either", () => {
    const play = atOwner({ profile: "chains", modes: { default: "batch" } });
    play.usePolicy({ profile: "modes" });
    play.send({ type: "change_mode", mode: "skip" }, person("ana"));

    expect(play.task.round?.plan?.requirements.map(({ id }) => id)).toEqual([
      "check:integrity",
      "check:secrets",
      "layer:self",
      "layer:peer",
      "layer:owner",
    ]);
  });

  it("of what is being merged or is over is refused", () => {
    const change = { type: "change_mode", mode: "skip" } as const;
    const rejected = reviewing();
    rejected.reject();
    const merging = atOwner();
    merging.approve();
    merging.wait(10_000);
    merging.engine({ type: "merge_started" });
    const messages = [rejected, merging].map(
      (play) => refusal(() => play.send(change, person("ana"))).message,
    );
    merging.engine({ type: "merged", tree: "1".repeat(40) });

    expect(messages).toEqual(["cs-test is rejected", "cs-test is merging"]);
    expect(refusal(() => merging.send(change, person("ana"))).message).toBe("cs-test is done");
  });
});
