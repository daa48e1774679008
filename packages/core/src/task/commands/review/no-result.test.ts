import { describe, expect, it } from "vitest";
import { factsOf } from "../../../testing/facts-of.ts";
import {
  agent,
  type Scenario,
  SYSTEM,
  scenario,
  type TaskCommand,
} from "../../../testing/scenario.ts";
import type { CommandOf } from "../../model/commands.ts";

const reviewer = (id: string, more: object = {}) => ({
  id,
  name: id,
  kind: "agent",
  adapter: "claude",
  modelFamily: "claude",
  description: "For a test",
  ...more,
});

const POLICY = {
  profile: "pipeline",
  checks: [],
  reviewers: [
    {
      id: "integrity",
      name: "Integrity",
      kind: "check",
      adapter: "builtin",
      description: "For a test",
    },
    reviewer("first", { fallback: "second", modelFamily: "gpt" }),
    reviewer("second", { fallback: "third" }),
    reviewer("third"),
    reviewer("other"),
  ],
  rules: [],
  policies: [
    {
      id: "universal",
      when: "always",
      require: [{ reviewer: "first" }, { reviewer: "other" }],
      description: "For a test",
    },
  ],
};

const PANEL = {
  profile: "panel",
  policies: [
    {
      id: "universal",
      when: "always",
      require: [{ reviewer: "integrity" }],
      description: "For a test",
    },
  ],
  panel: { members: ["first", "other", "third"], quorum: 2 },
};

function reviewing(policy: object = {}, options: object = {}): Scenario {
  const play = scenario({ policy: { ...POLICY, ...policy }, ...options });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

const inVain = (
  { task }: Scenario,
  reviewerId: string,
  more: Partial<CommandOf<"no_result">> = {},
): TaskCommand => ({
  type: "no_result",
  of: "round",
  number: task.round?.number ?? 1,
  tree: task.round?.content.tree ?? "",
  requirement: `agent:${reviewerId}`,
  reviewer: reviewerId,
  cause: "failed",
  reason: "it does not answer",
  costUsd: 0.25,
  ...more,
});

const whoOf = ({ task }: Scenario, id: string) =>
  task.round?.plan?.requirements.find((requirement) => requirement.id === id)?.who;

describe("a machine without a result", () => {
  it("is told with its reason and its cost, and its fallback is asked alone", () => {
    const play = reviewing();
    play.engine(inVain(play, "first"));

    expect(play.events).toEqual(["no_result", "replanned", "asked"]);
    expect(play.logged[0]).toMatchObject({ reason: "it does not answer", counts: true });
    expect(play.task.costUsd).toBe(0.25);
    expect(whoOf(play, "agent:first")).toEqual(["second"]);
    expect(play.effects[0]).toEqual({
      do: "ask",
      round: 1,
      requirements: ["agent:first"],
      only: "second",
    });
  });

  it("is answered for by its fallback, whose verdict counts", () => {
    const play = reviewing();
    play.engine(inVain(play, "first"));
    play.verdict("agent:other", "approved", agent("other"));
    play.verdict("agent:first", "approved", agent("second"));

    expect(play.task.round?.decision?.complete).toBe(true);
  });

  it("is followed by each of its fallbacks once, then by a person", () => {
    const play = reviewing();
    play.verdict("agent:other", "approved", agent("other"));
    play.engine(inVain(play, "first"));
    play.engine(inVain(play, "second", { requirement: "agent:first" }));
    play.engine(inVain(play, "third", { requirement: "agent:first" }));

    expect(play.events).toEqual(["no_result", "gave_up", "decided", "held"]);
    expect(play.task.phase).toMatchObject({
      kind: "escalated",
      reasons: [{ code: "quorum_unreachable", about: "agent:first" }],
    });
  });

  it("is not replaced by a fallback that is an author, or of the author's family where that counts", () => {
    const play = reviewing({ trust: { differentModelFamily: true } }, { authorFamily: "claude" });
    play.verdict("agent:other", "approved", agent("other"));
    play.engine(inVain(play, "first"));

    expect(whoOf(play, "agent:first")).toEqual(["first"]);
    expect(play.events).not.toContain("replanned");
  });

  it("stops nobody who is still at work: a person is asked when the last one has answered", () => {
    const play = reviewing();
    play.engine(inVain(play, "other"));
    expect([play.state, play.events]).toEqual(["reviewing", ["no_result"]]);

    play.verdict("agent:first", "approved", agent("first"));
    expect(play.events).toEqual(["verdict_recorded", "gave_up", "decided", "held"]);
    expect(play.state).toBe("held");
  });

  it("may answer after all, and then nothing is given up", () => {
    const play = reviewing();
    play.engine(inVain(play, "other"));
    play.verdict("agent:other", "approved", agent("other"));
    play.verdict("agent:first", "approved", agent("first"));

    expect(play.task.round?.noResult).toEqual([]);
    expect(play.task.round?.decision?.complete).toBe(true);
  });

  it("that is told twice changes nothing but the cost", () => {
    const play = reviewing();
    play.engine(inVain(play, "first"));
    play.engine(inVain(play, "first"));

    expect(play.events).toEqual(["no_result"]);
    expect(play.logged[0]).toMatchObject({ counts: false });
    expect(play.task.costUsd).toBe(0.5);
  });

  it.each([
    ["another round", { number: 2 }],
    ["another tree", { tree: "9".repeat(40) }],
    ["a requirement that nobody has", { requirement: "agent:nobody" }],
    ["a checkup", { of: "checkup" as const }],
  ])("of %s is recorded and moves nothing", (_, more) => {
    const play = reviewing();
    play.engine(inVain(play, "other", more));

    expect(play.events).toEqual(["no_result"]);
    expect(play.task.round?.unanswered).toBeUndefined();
  });

  it("of a panel is replaced in its seat alone, on the panel's terms", () => {
    const play = reviewing(PANEL);
    play.engine(inVain(play, "first", { requirement: "panel" }));

    expect(whoOf(play, "panel")).toEqual(["second", "other", "third"]);
    expect(play.task.round?.plan?.requirements).toContainEqual(
      expect.objectContaining({ id: "panel", table: "panel", quorum: 2 }),
    );
  });

  it("in a round that went back is recorded and moves nothing", () => {
    const play = reviewing();
    play.redo();
    play.engine(inVain(play, "other"));

    expect(play.events).toEqual(["no_result"]);
  });

  it("is told by the engine alone", () => {
    const play = reviewing();

    expect(play.try(inVain(play, "other"), agent("other"))).toBe("forbidden");
    expect(play.try(inVain(play, "other"), SYSTEM)).toBe("ok");
  });
});

describe("what a machine used", () => {
  it("stands in its verdict", () => {
    const play = reviewing();
    play.send(
      {
        type: "record_verdict",
        id: "vrd_used",
        of: "round",
        number: 1,
        tree: play.task.round?.content.tree ?? "",
        requirement: "agent:other",
        opinion: "approved",
        summary: "",
        findings: [],
        costUsd: 0.5,
        sandboxed: true,
        family: "claude",
        tokens: { input: 1_200, output: 80 },
      },
      agent("other"),
    );

    expect(play.logged[0]).toMatchObject({
      type: "verdict_recorded",
      verdict: { family: "claude", tokens: { input: 1_200, output: 80 }, costUsd: 0.5 },
    });
  });

  it("for the plan stands beside it", () => {
    const play = scenario({ policy: POLICY });
    play.claim();
    play.submit();
    const content = play.task.round?.content;
    const facts = factsOf(content?.tree[0] ?? "0", ["src/app.ts"]);
    play.engine({ type: "plan_round", round: 1, facts, gaps: [], costUsd: 0.5 });

    expect(play.logged[0]).toMatchObject({ type: "planned", costUsd: 0.5 });
    expect(play.task.costUsd).toBe(0.5);
  });
});

describe("a machine that would cost too much", () => {
  const capped = (play: Scenario, id: string) =>
    play.engine(inVain(play, id, { cause: "over_cap", costUsd: 0 }));

  it("is not asked; once the others have answered a person decides about the money", () => {
    const play = reviewing();
    capped(play, "other");
    expect(play.state).toBe("reviewing");
    play.verdict("agent:first", "approved", agent("first"));

    expect(play.task.phase).toMatchObject({
      kind: "escalated",
      reasons: [{ code: "limit_cost", about: "agent:other" }],
    });
  });

  it("is asked once a person has raised the budget", () => {
    const play = reviewing();
    play.verdict("agent:first", "approved", agent("first"));
    capped(play, "other");
    play.release([{ do: "raise_budget", usd: 20 }]);

    expect(play.state).toBe("reviewing");
    expect(play.task.budgetUsd).toBe(20);
    expect(play.effects).toContainEqual({ do: "ask", round: 1, requirements: ["agent:other"] });
    expect(play.task.round?.unanswered).toBeUndefined();
  });

  it("is not replaced by its fallback, which would cost too", () => {
    const play = reviewing();
    play.verdict("agent:other", "approved", agent("other"));
    capped(play, "first");

    expect(play.events).toEqual(["no_result", "held"]);
  });
});
