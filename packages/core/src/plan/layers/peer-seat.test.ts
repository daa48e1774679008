import { describe, expect, it } from "vitest";
import { agentOf, assignmentOf, barePolicy } from "../../testing/plan-of.ts";
import type { Assignment, RosterEntry } from "../schema.ts";
import { peerSeat } from "./peer-seat.ts";

const NONE = "No other agent of engineering is connected as a reviewer of this repository";

function run(id: string, modelFamily?: string): RosterEntry {
  const family = modelFamily === undefined ? {} : { modelFamily };
  return { id, kind: "agent", load: 0, reachedBy: "engine", ...family };
}

type Given = {
  roster?: readonly RosterEntry[];
  assignment?: Partial<Assignment>;
  file?: object;
  quorum?: number;
  alreadyAsked?: readonly string[];
};

function seat({ roster = [], assignment = {}, file = {}, quorum = 1, alreadyAsked = [] }: Given) {
  const given = assignmentOf({ authorFamily: "claude", ...assignment });
  return peerSeat(quorum, {
    assignment: given,
    policy: barePolicy({ ...file }),
    roster,
    alreadyAsked,
    codeOwners: [],
  });
}

describe("a peer layer without a qualified peer", () => {
  it("is answered by a reviewer of another model family that the engine can run", () => {
    const fact = `${NONE}; codex answers instead`;

    expect(seat({ roster: [run("codex", "gpt")] })).toEqual({
      who: ["codex"],
      human: false,
      because: [{ entry: "peers.whenNone", fact }],
    });
  });

  it.each<[string, Given]>([
    ["of the author's family", { roster: [run("codex", "claude")] }],
    ["of an unknown family", { roster: [run("codex")] }],
    ["that is an author", { roster: [run("codex", "gpt")], assignment: { authors: ["codex"] } }],
    [
      "that a person is called like",
      {
        roster: [run("codex", "gpt"), { id: "codex", kind: "human", load: 0 }],
      },
    ],
  ])("is not answered by a reviewer %s", (_, given) => {
    expect(seat(given)).toEqual({
      skip: "alone",
      detail: `${NONE}, and the engine can run no agent reviewer of another model family than claude`,
    });
  });

  it("is skipped where the author's model family is not known", () => {
    const assignment = { authorFamily: undefined, department: undefined };
    const none = "No other agent is connected as a reviewer of this repository";

    expect(seat({ roster: [run("codex", "gpt")], assignment })).toEqual({
      skip: "alone",
      detail: `${none}, and the author's model family is not known, so no reviewer is known to be of another one`,
    });
  });

  it("is skipped at once where the policy says so", () => {
    const file = { peers: { whenNone: "skip" } };

    expect(seat({ roster: [run("codex", "gpt")], file })).toEqual({
      skip: "alone",
      detail: `${NONE}. The policy skips the layer then`,
    });
  });

  it("is passed to a person at once where the policy says so, never to an author", () => {
    const file = {
      peers: { whenNone: "person" },
      people: { owner: ["ana", "ben"], escalateTo: ["cto"] },
    };
    const fact = `${NONE}; a person answers instead`;

    expect(seat({ roster: [run("codex", "gpt")], file })).toEqual({
      who: ["cto"],
      human: true,
      because: [{ entry: "peers.whenNone", fact }],
    });
    expect(seat({ file, assignment: { authors: ["cto", "ana"] } })).toMatchObject({ who: ["ben"] });
  });

  it("takes the first of the registry that may, those asked already and those to avoid last", () => {
    const roster = [run("gemini", "gemini"), run("codex", "gpt")];

    expect(seat({ roster })).toMatchObject({ who: ["codex"] });
    expect(seat({ roster, alreadyAsked: ["codex"] })).toMatchObject({ who: ["gemini"] });
    expect(seat({ roster, assignment: { avoid: ["codex"] } })).toMatchObject({ who: ["gemini"] });
  });
});

describe("a peer layer with qualified peers", () => {
  it("takes them and no other", () => {
    const roster = [agentOf("dev-2"), run("codex", "gpt")];

    expect(seat({ roster })).toEqual({ who: ["dev-2"], human: false });
  });

  it("is filled up to the quorum by reviewers that the engine can run", () => {
    const roster = [agentOf("dev-2"), run("codex", "gpt")];

    expect(seat({ roster, quorum: 2 })).toMatchObject({ who: ["dev-2", "codex"] });
  });
});
