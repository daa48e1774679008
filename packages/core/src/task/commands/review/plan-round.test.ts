import { describe, expect, it } from "vitest";
import { factsOf } from "../../../testing/facts-of.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, person, type Scenario, SYSTEM, scenario } from "../../../testing/scenario.ts";
import { transition } from "../../transition.ts";

function submitted(policy: object = { profile: "modes" }): Scenario {
  const play = scenario({ policy });
  play.claim();
  play.submit();
  return play;
}

const plan = (round = 1, facts = factsOf("1")) =>
  ({ type: "plan_round", round, facts, gaps: [] as never[] }) as const;

describe("plan_round", () => {
  it("compiles the plan, takes DONE as the author's own review, and asks the first stage", () => {
    const play = submitted();
    play.plan();

    expect(play.events).toEqual(["planned", "verdict_recorded", "decided", "asked"]);
    expect(play.logged[0]).toMatchObject({ type: "planned", round: 1, facts: factsOf("1") });
    expect(play.task.round?.verdicts.items).toMatchObject([
      {
        id: "vrd_self1",
        requirement: "layer:self",
        by: "agent-1",
        byKind: "agent",
        round: 1,
        tree: "1".repeat(40),
        opinion: "approved",
        summary: "submitted with DONE",
        findings: [],
        costUsd: 0,
        sandboxed: false,
      },
    ]);
    expect(play.logged[3]).toEqual({
      type: "asked",
      requirements: ["check:integrity", "check:secrets"],
      person: null,
      deadlineMs: 2_800_000,
    });
  });

  it.each(["PARTIAL", "BLOCKED"] as const)(
    "a submission with %s is no review by its author",
    (signal) => {
      const play = scenario({ policy: { profile: "modes" } });
      play.claim();
      play.submit("1", { signal });
      play.plan();

      expect(play.events).toEqual(["planned", "decided", "asked"]);
    },
  );

  it("a plan without a self layer takes no word of the author", () => {
    const play = submitted({
      profile: "chains",
      chains: { code: ["peer"], internal_document: ["peer"] },
    });
    play.plan();

    expect(play.task.round?.verdicts.items).toEqual([]);
  });

  it("takes what surrounds the task into account: type, department, labels, asked type", () => {
    const play = scenario({
      policy: { profile: "chains" },
      taskType: "financial_report",
      department: "finance",
      labels: [{ name: "security", by: "tracker" }],
    });
    play.submit("1", { askedType: "customer_facing" });
    play.plan();

    expect(play.task.round?.plan).toMatchObject({
      classification: { type: "financial_report" },
      chainBecause: {
        fact: "type financial_report; chain_type=customer_facing is less strict and is ignored",
      },
      mode: { mode: "per-task" },
    });
  });

  it("a reviewer of the author's own model family is not asked where that is demanded", () => {
    const play = scenario({
      policy: { profile: "panel", trust: { differentModelFamily: true } },
      authorFamily: "gpt",
    });
    play.claim();
    play.submit();
    play.plan();

    expect(play.task.round?.plan?.requirements.find(({ id }) => id === "panel")?.who).toEqual([
      "gemini",
    ]);
  });

  it.each([
    {
      why: "by anybody but the engine",
      command: plan(),
      actor: agent("agent-1"),
      code: "forbidden",
    },
    { why: "for another round", command: plan(2), actor: SYSTEM, code: "stale_round" },
    {
      why: "with facts of another tree",
      command: plan(1, factsOf("2")),
      actor: SYSTEM,
      code: "stale_content",
    },
    {
      why: "with facts on another base",
      command: plan(1, factsOf("1", ["a.ts"], "c")),
      actor: SYSTEM,
      code: "stale_content",
    },
  ])("$why is refused: $code", ({ command, actor, code }) => {
    const play = submitted();

    expect(refusal(() => play.send({ ...command, gaps: [] }, actor)).code).toBe(code);
  });

  it("a task without a department has peers without one", () => {
    const roster = [{ id: "agent-5", kind: "agent" as const, load: 0 }];
    const play = scenario({ policy: { profile: "cycles" }, department: null, roster });
    play.submit();
    play.plan();

    const peer = play.task.round?.plan?.requirements.find(({ id }) => id === "layer:peer");
    expect(peer?.who).toEqual(["agent-5"]);
  });

  it("a review whose round is missing is refused", () => {
    const play = submitted();
    const task = { ...play.task, round: null };

    expect(
      refusal(() => transition(task, { ...plan(), gaps: [] }, play.context(SYSTEM))),
    ).toMatchObject({ code: "wrong_state", details: { round: 0 } });
  });

  it("says for which round it came and which it is", () => {
    const play = submitted();

    expect(refusal(() => play.engine({ ...plan(7), gaps: [] }))).toEqual({
      code: "stale_round",
      message: "cs-test is at round 1",
      details: { task: "cs-test", state: "reviewing", round: 1, given: 7 },
    });
    expect(refusal(() => play.engine({ ...plan(1, factsOf("2")), gaps: [] })).message).toBe(
      "The facts describe other content than round 1",
    );
  });

  it("twice is refused: a round has one plan", () => {
    const play = submitted();
    play.plan();

    expect(refusal(() => play.plan())).toMatchObject({
      code: "wrong_state",
      message: "Round 1 of cs-test already has a plan",
    });
  });

  it("outside a review is refused", () => {
    const play = scenario({ policy: { profile: "modes" } });

    expect(refusal(() => play.plan()).message).toBe("cs-test is open");
  });
});

it("another reviewer is chosen after two rejections, and the old one again if nobody else is left", () => {
  const play = scenario({ policy: { profile: "cycles", limits: { attempts: 9, stallRounds: 9 } } });
  for (const tree of ["1", "2", "3"]) {
    play.claim();
    play.submit(tree);
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "concerns", agent("agent-2"), [{ quote: tree }]);
  }

  expect(play.task.rejections).toEqual({ "agent-2": 3 });
  expect(play.task.round?.plan?.requirements.find(({ id }) => id === "layer:peer")?.who).toEqual([
    "agent-2",
  ]);
  expect(play.try({ type: "reopen" }, person("ana"))).toBe("wrong_state");
});
