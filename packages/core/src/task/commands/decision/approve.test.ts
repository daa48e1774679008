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
import { situations } from "../../../testing/table/situations.ts";

const NOW = 1_000_000;

function atOwner(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

const seat = {
  type: "approve",
  id: "vrd_a",
  round: 1,
  tree: "1".repeat(40),
  requirement: "layer:owner",
} as const;

describe("approve", () => {
  it("keeps what the person says with it, in the verdict and in the feedback", () => {
    const play = atOwner();
    play.send({ ...seat, note: "read every line" }, person("ana"));

    expect(play.logged[0]).toMatchObject({ verdict: { summary: "read every line" } });
    expect(play.task.feedback).toMatchObject([
      { decision: "approved", customFeedback: "read every line" },
    ]);
  });

  it("is a verdict for exactly what was shown; the last one approves, and waits for its grace", () => {
    const play = atOwner();
    play.approve();

    expect(play.events).toEqual([
      "verdict_recorded",
      "decided",
      "approved",
      "feedback_given",
      "grace_opened",
    ]);
    expect(play.logged[0]).toMatchObject({
      verdict: {
        id: "vrd_3",
        requirement: "layer:owner",
        by: "ana",
        byKind: "human",
        round: 1,
        tree: "1".repeat(40),
        opinion: "approved",
        summary: "",
        findings: [],
        costUsd: 0,
        sandboxed: false,
      },
    });
    expect(play.logged.slice(2)).toEqual([
      { type: "approved", tree: "1".repeat(40), override: false },
      {
        type: "feedback_given",
        entry: { iteration: 1, timestamp: NOW, by: "ana", decision: "approved" },
      },
      {
        type: "grace_opened",
        grace: {
          by: "ana",
          act: "approve",
          untilMs: NOW + 10_000,
          verdict: "vrd_3",
          before: {
            phase: { is: "reviewing", deadlineMs: NOW + 14_400_000, person: "ana" },
            attempt: 1,
            attemptLimit: null,
            priority: "P1",
            flags: [],
            overridden: false,
            sentBack: false,
            feedback: 0,
          },
        },
      },
    ]);
    expect(play.effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
    expect(play.task).toMatchObject({
      phase: { is: "approved", tries: 0, retryAtMs: null },
    });
  });

  it("before the last layer asks the next person, without a grace", () => {
    const play = atOwner({
      chains: { code: ["self", "department_head", "owner"], internal_document: ["self"] },
    });
    play.approve("cto", "layer:department_head");

    expect(play.events).toEqual(["verdict_recorded", "decided", "asked"]);
    expect(play.task.grace).toBeNull();
  });

  it("where nothing is merged, the grace ends in done", () => {
    const play = atOwner({ merge: { strategy: "none" } });
    play.approve();
    const effects = play.effects;
    const early = refusal(() => play.engine({ type: "close_grace" }));
    play.wait(10_000);
    play.engine({ type: "close_grace" });

    expect(effects).toEqual([{ do: "close_grace", delayMs: 10_000 }]);
    expect(early).toMatchObject({
      code: "wrong_state",
      message: "The decision on cs-test can still be undone",
    });
    expect([play.events, play.effects]).toEqual([["completed"], []]);
    expect(play.task).toMatchObject({ phase: { is: "done" }, grace: null });
  });

  it.each([agent("ana"), check("ana"), SYSTEM])(
    "by a $kind is refused: it needs a person",
    (actor) => {
      const play = atOwner({}, { sponsor: "ben" });

      expect(refusal(() => play.send(seat, actor))).toEqual({
        code: "human_only",
        message: "Only a person may do this to cs-test",
        details: {
          task: "cs-test",
          state: "reviewing",
          round: 1,
          layer: "layer:owner",
          person: "ben",
        },
      });
    },
  );

  it("names a person where nobody launched the agent", () => {
    expect(refusal(() => atOwner().send(seat, agent("ana"))).details.person).toBe("a person");
  });

  it.each([
    {
      why: "another round",
      more: { round: 2 },
      by: "ana",
      code: "stale_round",
      message: "cs-test is at round 1 now, tree 111111111111; round 2 was shown",
      details: { given: 2 },
    },
    {
      why: "another tree",
      more: { tree: "2".repeat(40) },
      by: "ana",
      code: "stale_content",
      message: "cs-test is at round 1 now, tree 111111111111, not the tree that was shown",
      details: {},
    },
    {
      why: "what is not waited for",
      more: { requirement: "layer:csuite" },
      by: "ana",
      code: "not_your_turn",
      message: "cs-test is waiting for ana (layer:owner), not for you as layer:csuite",
      details: { turn: "others" },
    },
    {
      why: "a seat of somebody else",
      more: {},
      by: "ben",
      code: "not_your_turn",
      message: "cs-test is waiting for ana",
      details: { turn: "ana" },
    },
  ])("for $why is refused: $code", ({ more, by, code, message, details }) => {
    const play = atOwner();

    expect(refusal(() => play.send({ ...seat, ...more }, person(by)))).toEqual({
      code,
      message,
      details: { task: "cs-test", state: "reviewing", round: 1, ...details },
    });
  });

  it("of a machine's requirement is refused", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    play.plan();

    expect(
      refusal(() => play.send({ ...seat, requirement: "check:integrity" }, person("ana"))).code,
    ).toBe("not_your_turn");
  });

  it("before the plan is refused", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.submit();

    expect(refusal(() => play.send(seat, person("ana"))).code).toBe("not_your_turn");
  });

  it("by an author is refused: nobody reviews their own work", () => {
    const play = scenario({ policy: { profile: "modes", people: { owner: ["ana", "ben"] } } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.submit("2");
    play.plan();
    play.passChecks();
    play.redo("ben");
    play.late();
    play.send({ type: "claim" }, person("ben"));
    play.submit("3", {}, "ben");
    play.plan();
    play.passChecks();

    expect(
      refusal(() => play.send({ ...seat, round: 3, tree: "3".repeat(40) }, person("ben"))),
    ).toMatchObject({
      code: "self_review",
      message: "ben is an author of cs-test",
      details: { layer: "owner" },
    });
    expect(play.approve("ana").phase.is).toBe("approved");
  });

  it("with four eyes neither the sponsor nor a committer may approve; otherwise it is said", () => {
    const options = { sponsor: "ana" };
    const alone = atOwner({}, options);
    alone.approve();
    const strict = atOwner(
      { trust: { separation: "four_eyes" }, people: { owner: ["ana", "ben"] } },
      options,
    );

    expect(alone.task.flags).toEqual(["sponsor_approved"]);
    expect(strict.task.phase).toMatchObject({ person: "ben" });
    expect(refusal(() => strict.send(seat, person("ana"))).code).toBe("not_your_turn");
    expect(strict.approve("ben").phase.is).toBe("approved");
  });

  it.each(["approved", "merging", "done"] as const)(
    "of work that is %s is noted and changes nothing",
    (state) => {
      for (const { play } of situations(state)) {
        const before = play.task.phase;
        play.approve();
        expect(play.logged).toEqual([{ type: "noted", what: "already_approved" }]);
        expect([play.effects, play.task.phase]).toEqual([[], before]);
      }
    },
  );

  it("names everybody who may answer", () => {
    const play = atOwner({ people: { owner: ["ana", "cto"] } });

    expect(refusal(() => play.send(seat, person("ben")))).toMatchObject({
      message: "cs-test is waiting for ana, cto",
      details: { turn: "ana, cto" },
    });
  });

  it("of held work is refused: it is released", () => {
    const play = atOwner();
    play.verdict("layer:owner", "blocker", person("ana"));

    expect(refusal(() => play.send(seat, person("ana"))).message).toBe("cs-test is held");
  });
});
