import { describe, expect, it } from "vitest";
import { agentOf, assignmentOf, barePolicy, personOf } from "../../testing/plan-of.ts";
import type { Assignment, RosterEntry } from "../schema.ts";
import { choosePeers } from "./choose-peers.ts";

type Given = { assignment?: Partial<Assignment>; file?: object; count?: number };

function peers(
  roster: readonly RosterEntry[],
  { assignment = {}, file = {}, count = 1 }: Given = {},
) {
  return choosePeers(count, assignmentOf(assignment), barePolicy({ ...file }), roster);
}

const FAMILY = { trust: { differentModelFamily: true } };

describe("choosePeers", () => {
  it("takes another agent of the same department [R-082]", () => {
    const roster = [agentOf("a", { department: "finance" }), agentOf("dev-2"), agentOf("claude")];

    expect(peers(roster)).toEqual(["dev-2"]);
  });

  it("takes an agent that the policy lists for the department, whatever the roster says of it", () => {
    const file = { departments: { engineering: { head: "cto", agents: ["dev-9"] } } };

    expect(peers([agentOf("dev-9", { department: "finance" })], { file })).toEqual(["dev-9"]);
  });

  it("takes the least loaded first, then by id", () => {
    const roster = [agentOf("c", { load: 1 }), agentOf("b"), agentOf("a"), agentOf("z")];

    expect(peers(roster, { count: 9 })).toEqual(["a", "b", "z", "c"]);
    expect(peers(roster.toReversed(), { count: 2 })).toEqual(["a", "b"]);
  });

  it("never takes an agent that is only listed: it cannot answer", () => {
    const file = { departments: { engineering: { head: "cto", agents: ["aaa"] } } };

    expect(peers([agentOf("dev-2", { load: 7 })], { file, count: 2 })).toEqual(["dev-2"]);
    expect(peers([], { file })).toEqual([]);
  });

  it("takes a reviewer that the engine runs only where the policy lists it for a department", () => {
    const engineRun: RosterEntry = { id: "dev-9", kind: "agent", load: 0, reachedBy: "engine" };
    const file = { departments: { engineering: { head: "cto", agents: ["dev-9"] } } };

    expect(peers([engineRun], { file })).toEqual(["dev-9"]);
    expect(peers([engineRun])).toEqual([]);
    expect(peers([engineRun], { assignment: { department: undefined } })).toEqual([]);
    const stated = { statedBy: "author", department: "finance" } as const;
    expect(peers([engineRun], { file, assignment: stated })).toEqual(["dev-9"]);
  });

  it.each([
    ["an author", { authors: ["dev-2"] }],
    ["the assignee", { assignee: "dev-2", authors: [] }],
  ])("never takes %s [H4]", (_, assignment) => {
    expect(peers([agentOf("dev-2")], { assignment })).toEqual([]);
  });

  it("never takes the chief executive [R-082]", () => {
    expect(peers([agentOf("ceo")])).toEqual([]);
  });

  it("never takes a person, not even one that the policy lists as an agent", () => {
    const file = { departments: { engineering: { head: "cto", agents: ["ana"] } } };
    const ana = { ...personOf("ana"), department: "engineering" };

    expect(peers([ana, agentOf("ana")], { file })).toEqual([]);
  });

  it("avoids whoever rejected the task too often if there is another [R-090] [R-251]", () => {
    const assignment = { avoid: ["a"] };

    expect(peers([agentOf("a"), agentOf("b", { load: 9 })], { assignment })).toEqual(["b"]);
    expect(peers([agentOf("a")], { assignment })).toEqual(["a"]);
  });

  it("lists an agent once though the roster has it twice", () => {
    expect(peers([agentOf("a"), agentOf("a", { load: 1 })], { count: 2 })).toEqual(["a"]);
  });

  it("gives a task without a department the agents without one", () => {
    const loose: RosterEntry = { id: "loose", kind: "agent", load: 0 };

    expect(
      peers([agentOf("dev-2"), loose], { assignment: { department: undefined }, count: 2 }),
    ).toEqual(["loose"]);
  });

  it.each(["constructor", "unknown"])("finds nobody in the department %s", (department) => {
    expect(peers([agentOf("dev-2")], { assignment: { department } })).toEqual([]);
  });
});

describe("the rule of another model family", () => {
  const roster = [
    agentOf("same", { modelFamily: "claude" }),
    agentOf("unknown"),
    agentOf("other", { modelFamily: "gpt", load: 5 }),
  ];

  it("leaves only agents that are known to be of another family than the author", () => {
    const assignment = { authorFamily: "claude" };

    expect(peers(roster, { assignment, file: FAMILY, count: 3 })).toEqual(["other"]);
  });

  it("leaves nobody if the author's family is unknown", () => {
    expect(peers(roster, { file: FAMILY })).toEqual([]);
  });

  it("is off by default", () => {
    expect(peers(roster, { assignment: { authorFamily: "claude" } })).toEqual(["same"]);
  });
});
