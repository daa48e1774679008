import { describe, expect, it } from "vitest";
import { refusal } from "../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../testing/scenario.ts";
import { turnOf } from "../view/turn.ts";

const HEAD = {
  profile: "modes",
  people: { owner: ["ana"], substitutes: { cto: ["ben", "eve"] } },
  chains: { code: ["self", "department_head"], internal_document: ["self"] },
  modes: { default: "skip" },
};
const LAYER = "layer:department_head";

function atHead(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { ...HEAD, ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

describe("a substitute", () => {
  it("may not answer before the turn has moved to them", () => {
    expect(refusal(() => atHead().approve("ben", LAYER))).toMatchObject({
      code: "not_your_turn",
      message: "cs-test is waiting for cto",
    });
  });

  it("may answer once it has; whom they stand in for is said", () => {
    const play = atHead();
    play.late();
    const turn = turnOf(play.task);
    play.approve("ben", LAYER);

    expect(turn).toEqual({ holder: "person", who: "ben" });
    expect([play.state, play.task.flags]).toEqual(["approved", ["stood_in"]]);
    expect(play.task.round?.decision?.reasons).toContainEqual({
      table: "trust",
      row: "stood_in",
      effect: null,
      requirement: LAYER,
      inputs: { by: "ben", for: "cto" },
    });
  });

  it("may object, too", () => {
    const play = atHead();
    play.late();
    play.verdict(LAYER, "concerns", person("ben"));

    expect(play.state).toBe("rework");
  });

  it("keeps the seat when the turn has moved on, and so does the person who was asked", () => {
    const moved = (): Scenario => {
      const play = atHead();
      play.late();
      play.late();
      return play;
    };
    const approvedBy = ["cto", "ben", "eve"].map((who) => {
      const play = moved();
      play.approve(who, LAYER);
      return play.state;
    });

    expect(moved().task.round?.turns).toEqual(["ben", "eve"]);
    expect(approvedBy).toEqual(["approved", "approved", "approved"]);
  });

  it("loses it when the policy no longer names them", () => {
    const play = atHead();
    play.late();
    play.usePolicy({ ...HEAD, people: { owner: ["ana"] } });

    expect(refusal(() => play.approve("ben", LAYER)).code).toBe("not_your_turn");
  });

  it("has it for one round", () => {
    const play = atHead();
    play.late();
    play.submit("2");
    play.plan();
    play.passChecks();

    expect(play.task.round?.turns).toEqual([]);
    expect(refusal(() => play.approve("ben", LAYER)).code).toBe("not_your_turn");
  });

  it("who is an agent, an author or with four eyes the sponsor may not", () => {
    const machine = atHead();
    machine.late();
    machine.verdict(LAYER, "approved", agent("ben"));
    const author = scenario({ policy: HEAD });
    author.send({ type: "claim" }, person("ben"));
    author.submit("1", {}, "ben");
    author.plan();
    author.passChecks();
    author.late();
    const sponsor = atHead({ trust: { separation: "four_eyes" } }, { sponsor: "ben" });
    sponsor.late();

    expect(machine.logged).toMatchObject([{ type: "evidence_recorded", why: "trust_not_human" }]);
    expect(author.task.phase).toMatchObject({ person: "eve" });
    expect(sponsor.task.phase).toMatchObject({ person: "eve" });
  });

  it("is not asked in an agent's place", () => {
    const play = scenario({
      policy: { ...HEAD, people: { owner: ["ana"], substitutes: { ana: ["ben"] } } },
    });
    play.submit();
    play.plan();
    play.late();

    expect(play.task.round?.turns).toEqual([]);
  });

  it("an owner to whom the turn comes at last is no substitute: an owner overrides", () => {
    const play = atHead();
    play.late();
    play.late();
    play.late();

    expect(turnOf(play.task)).toEqual({ holder: "person", who: "ana" });
    expect(refusal(() => play.approve("ana", LAYER)).code).toBe("not_your_turn");
    play.override();
    expect(play.state).toBe("approved");
  });
});

describe("an owner who is the only one and an author", () => {
  function held(): Scenario {
    const play = scenario({ policy: { profile: "modes" } });
    play.send({ type: "claim" }, person("ana"));
    play.submit("1", {}, "ana");
    play.plan();
    play.verdict("check:secrets", "blocker", check("secrets"));
    return play;
  }

  it("is in turn by name, so that somebody knows", () => {
    expect(turnOf(held().task)).toEqual({ holder: "person", who: "ana" });
    expect(held().effects).toContainEqual({ do: "notify", to: "ana", why: "escalated" });
  });

  it.each([
    { end: "send_back", state: "rework" },
    { end: "reject", state: "rejected" },
  ] as const)("may say $end", ({ end, state }) => {
    const play = held();
    play.release([{ do: end }]);

    expect(play.state).toBe(state);
  });

  it("is named with every other owner who is an author too", () => {
    const play = scenario({ policy: { profile: "modes", people: { owner: ["ana", "ben"] } } });
    play.send({ type: "claim" }, person("ana"));
    play.late();
    play.send({ type: "claim" }, person("ben"));
    play.submit("1", {}, "ben");
    play.plan();
    play.verdict("check:secrets", "blocker", check("secrets"));

    expect(play.task.phase).toMatchObject({ line: ["ana", "ben"], inTurn: "ana" });
  });

  it("may not set aside what stops their own work", () => {
    expect(refusal(() => held().release([{ do: "set_aside", verdict: "vrd_1" }]))).toMatchObject({
      code: "self_review",
      message: "ana is an author of cs-test",
      details: { layer: "owner" },
    });
  });

  it("is not asked while anybody else is left", () => {
    const play = scenario({ policy: { profile: "modes", people: { owner: ["ana", "ben"] } } });
    play.send({ type: "claim" }, person("ana"));
    play.submit("1", {}, "ana");
    play.plan();
    play.passChecks();

    expect(turnOf(play.task)).toEqual({ holder: "person", who: "ben" });
  });

  it("nobody stands in as reviewer: the review is held, not waited for", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.send({ type: "claim" }, person("ana"));
    play.submit("1", {}, "ana");
    play.plan();
    play.passChecks();

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable", about: "layer:owner" }],
      line: ["ana"],
      inTurn: "ana",
    });
  });
});
