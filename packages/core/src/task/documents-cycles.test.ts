import { describe, expect, it } from "vitest";
import { refusal } from "../testing/refusal.ts";
import { agent, person, type Scenario, scenario } from "../testing/scenario.ts";
import { dueMs } from "./model/due.ts";
import { project } from "./view/projections.ts";
import { turnOf } from "./view/turn.ts";

const cycles = (play: Scenario): string | null => project(play.task).cycles;

function pending(policy: object = {}): Scenario {
  return scenario({ policy: { profile: "cycles", ...policy } });
}

/** Submits a tree and lets the reviewer answer; the states on the way in the document's words. */
function cycle(play: Scenario, tree: string, approved: boolean): (string | null)[] {
  const path: (string | null)[] = [];
  play.claim();
  path.push(cycles(play));
  play.submit(tree);
  play.plan();
  play.passChecks();
  path.push(cycles(play));
  play.verdict(
    "layer:peer",
    approved ? "approved" : "concerns",
    agent("agent-2"),
    approved ? [] : [{ quote: tree }],
  );
  path.push(cycles(play));
  return path;
}

describe("state transitions", () => {
  it("happy path: pending → in_progress → completed → approved [R-026] [R-027]", () => {
    const play = pending();

    expect([cycles(play), ...cycle(play, "1", true)]).toEqual([
      "pending",
      "in_progress",
      "completed",
      "approved",
    ]);
  });

  it("rework loop: … completed → rework → in_progress → completed → approved, at attempt 2 [R-007] [R-026] [R-028]", () => {
    const play = pending();
    const path = [cycles(play), ...cycle(play, "1", false), ...cycle(play, "2", true)];

    expect(path).toEqual([
      "pending",
      "in_progress",
      "completed",
      "rework",
      "in_progress",
      "completed",
      "approved",
    ]);
    expect(play.task.attempt).toBe(2);
  });

  it("escalation: the third rejection escalates instead of a fourth attempt [R-026] [R-029] [R-031] [R-137]", () => {
    const play = pending();
    const path = [
      ...cycle(play, "1", false),
      ...cycle(play, "2", false),
      ...cycle(play, "3", false),
    ];

    expect(path).toEqual([
      "in_progress",
      "completed",
      "rework",
      "in_progress",
      "completed",
      "rework",
      "in_progress",
      "completed",
      "escalated",
    ]);
    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "limit_attempts", about: null }],
    });
  });

  it("review_attempt is 1-indexed and goes up by one with each rework [R-137] [R-156] [C8]", () => {
    const play = pending();
    const attempts = [play.task.attempt];
    cycle(play, "1", false);
    attempts.push(play.task.attempt);
    cycle(play, "2", false);
    attempts.push(play.task.attempt);
    cycle(play, "3", false);
    attempts.push(play.task.attempt);

    expect(attempts).toEqual([1, 2, 3, 3]);
  });

  it("the maximum is configuration, not a constant [R-138] [R-251]", () => {
    const play = pending({ limits: { attempts: 1 } });
    cycle(play, "1", false);

    expect(cycles(play)).toBe("escalated");
  });
});

describe("request rework", () => {
  it("sets rework, stores the reviewer's findings and tells the author at once [R-156]", () => {
    const play = pending();
    cycle(play, "1", false);

    expect(play.logged.at(-1)).toEqual({
      type: "rework_requested",
      cause: "automatic",
      agent: "agent-1",
      leaseUntilMs: play.nowMs + 3_600_000,
      rejectedBy: ["agent-2"],
    });
    expect(play.effects).toEqual([]);
    expect(dueMs(play.task)).toBe(play.nowMs + 3_600_000);
  });

  it("a person's redo is never refused and starts the count again", () => {
    const play = pending();
    cycle(play, "1", false);
    cycle(play, "2", false);
    cycle(play, "3", false);
    play.redo();

    expect([play.state, play.task.attempt, cycles(play)]).toEqual(["rework", 1, "rework"]);
  });

  it("automatic re-assignment to a different reviewer after 2 cycles [R-090] [R-251]", () => {
    const roster = ["agent-1", "agent-2", "agent-3"].map((id) => ({
      id,
      kind: "agent" as const,
      department: "engineering",
      load: 0,
    }));
    const play = scenario({ policy: { profile: "cycles" }, roster });
    const reviewers: (string | undefined)[] = [];
    for (const tree of ["1", "2", "3"]) {
      play.claim();
      play.submit(tree);
      play.plan();
      play.passChecks();
      const reviewer =
        play.task.round?.plan?.requirements.find(({ id }) => id === "layer:peer")?.who[0] ?? "";
      reviewers.push(reviewer);
      play.verdict("layer:peer", "concerns", agent(reviewer), [{ quote: tree }]);
    }

    expect(reviewers).toEqual(["agent-2", "agent-2", "agent-3"]);
    expect(play.task.rejections).toEqual({ "agent-2": 2 });
  });
});

describe("escalation has an exit", () => {
  function escalated(): Scenario {
    const play = pending({ people: { owner: ["ana"], substitutes: { ana: ["ben"] } } });
    for (const tree of ["1", "2", "3"]) cycle(play, tree, false);
    return play;
  }

  it("a named person is in turn, then the substitute [H14]", () => {
    const play = escalated();
    const first = turnOf(play.task);
    play.late();

    expect([first, turnOf(play.task)]).toEqual([
      { holder: "person", who: "ana" },
      { holder: "person", who: "ben" },
    ]);
    expect(play.state).toBe("held");
  });

  it("grant attempts: so many reworks more, then it escalates again [R-138]", () => {
    const play = escalated();
    play.release([{ do: "grant_attempts", attempts: 1 }]);
    const granted = [play.state, play.task.attempt, play.task.attemptLimit];
    cycle(play, "4", false);

    expect(granted).toEqual(["rework", 2, 2]);
    expect(play.state).toBe("held");
  });

  it.each([
    { resolution: { do: "send_back" }, state: "rework" },
    { resolution: { do: "reject" }, state: "rejected" },
  ] as const)("$resolution.do ends it as $state [H14]", ({ resolution, state }) => {
    const play = escalated();
    play.release([resolution]);

    expect(play.state).toBe(state);
  });

  it("in_progress and completed have deadlines [H14]", () => {
    const working = pending();
    working.claim();
    working.late();
    const waiting = pending();
    waiting.claim();
    waiting.submit();
    waiting.plan();
    waiting.late();
    waiting.late();

    expect(working.state).toBe("open");
    expect(waiting.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable" }, { code: "quorum_unreachable" }],
    });
  });
});

describe("defects and holes", () => {
  it("what is completed waits for its reviewer, who can answer it [D10]", () => {
    const play = pending();
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();

    expect(cycles(play)).toBe("completed");
    expect(play.effects).toContainEqual({ do: "ask", round: 1, requirements: ["layer:peer"] });
    expect(turnOf(play.task)).toEqual({ holder: "reviewers", who: null });
  });

  it("the findings of earlier cycles are kept beside the new ones [D11]", () => {
    const play = pending();
    cycle(play, "1", false);
    cycle(play, "2", false);

    expect(
      play.task.findings.map(({ id, rounds, disposition }) => [id, rounds, disposition.is]),
    ).toEqual([
      ["F-1", [1], "stale"],
      ["F-2", [2], "open"],
    ]);
  });

  it("the author cannot submit the review result of its own work [H12]", () => {
    const play = pending();
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "approved", agent("agent-1"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "trust_author" }]);
    expect(cycles(play)).toBe("completed");
  });

  it("content moved after the review began makes a new round and the old verdicts stale [D17] [H13]", () => {
    const play = pending();
    cycle(play, "1", true);
    play.submit("2");

    expect([play.state, play.task.round?.number, play.task.round?.verdicts.items]).toEqual([
      "reviewing",
      2,
      [],
    ]);
  });

  it("only a person may release what was escalated", () => {
    const play = pending({ limits: { attempts: 1 } });
    cycle(play, "1", false);
    const release = { type: "release", resolutions: [{ do: "send_back" as const }] } as const;

    expect(
      refusal(() =>
        play.send({ ...release, resolutions: [...release.resolutions] }, agent("agent-1")),
      ).code,
    ).toBe("human_only");
    expect(
      refusal(() => play.send({ ...release, resolutions: [...release.resolutions] }, person("eve")))
        .code,
    ).toBe("forbidden");
  });
});
