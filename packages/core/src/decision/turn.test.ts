import { describe, expect, it } from "vitest";
import { requirement } from "../testing/decision-of.ts";
import { policyOf } from "../testing/policy-of.ts";
import { escalationLine, succession, turnWhileWaiting } from "./turn.ts";

const CHECK = requirement("check:tests");
const AGENT = requirement("agent:sec");
const OWNER = requirement("layer:owner", { who: ["ana", "ben"] });

describe("turnWhileWaiting", () => {
  it.each([
    { waits: "a check", outstanding: [CHECK], turn: { holder: "checks", who: null } },
    { waits: "an agent", outstanding: [AGENT], turn: { holder: "reviewers", who: null } },
    {
      waits: "a panel",
      outstanding: [requirement("panel")],
      turn: { holder: "reviewers", who: null },
    },
    {
      waits: "agent and check",
      outstanding: [AGENT, CHECK],
      turn: { holder: "checks", who: null },
    },
    {
      waits: "person and agent",
      outstanding: [OWNER, AGENT],
      turn: { holder: "reviewers", who: null },
    },
    {
      waits: "person and check",
      outstanding: [OWNER, CHECK],
      turn: { holder: "checks", who: null },
    },
    { waits: "a person", outstanding: [OWNER], turn: { holder: "person", who: "ana" } },
    { waits: "nothing", outstanding: [], turn: { holder: "engine", who: null } },
  ])("$waits → $turn.holder", ({ outstanding, turn }) => {
    expect(turnWhileWaiting(outstanding, null)).toEqual(turn);
  });

  it("is with the person whose turn it became", () => {
    expect(turnWhileWaiting([OWNER], "ben")).toEqual({ holder: "person", who: "ben" });
  });

  it("never puts a person in turn while machines work", () => {
    expect(turnWhileWaiting([OWNER, CHECK], "ben")).toEqual({ holder: "checks", who: null });
  });

  it("asks the person of the seat, where a person sits in for a check", () => {
    const seat = requirement("check:tests", { human: true, who: ["ana"] });

    expect(turnWhileWaiting([seat], null)).toEqual({ holder: "person", who: "ana" });
  });
});

describe("escalationLine", () => {
  const people = {
    owner: ["ana", "ben"],
    escalateTo: ["cto", "owner"],
    substitutes: { cto: ["vp"], ben: ["bea", "ana"] },
  };

  it("is the configured people, each followed by their substitutes, nobody twice [C21]", () => {
    expect(escalationLine(policyOf({ people }))).toEqual(["cto", "vp", "ana", "ben", "bea"]);
  });

  it("ends with the owners, whoever else is named", () => {
    const line = escalationLine(policyOf({ people: { ...people, escalateTo: ["cto"] } }));

    expect(line).toEqual(["cto", "vp", "ana", "ben"]);
  });

  it("is the owners by default [C21]", () => {
    expect(escalationLine(policyOf({ people: { owner: ["ana"] } }))).toEqual(["ana"]);
  });
});

describe("succession", () => {
  it("asks the substitutes of each in order, then the owners", () => {
    const policy = policyOf({
      people: { owner: ["ana"], substitutes: { cto: ["vp", "lead"], cfo: ["vp"] } },
    });

    expect(succession(["cto", "cfo"], policy)).toEqual(["cto", "vp", "lead", "cfo", "ana"]);
  });

  it("knows nobody who merely has the name of something built in", () => {
    const policy = policyOf({ people: { owner: ["ana"] } });

    expect(succession(["constructor"], policy)).toEqual(["constructor", "ana"]);
  });
});
