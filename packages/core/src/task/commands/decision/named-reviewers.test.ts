import { describe, expect, it } from "vitest";
import type { RosterEntry } from "../../../plan/schema.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, scenario } from "../../../testing/scenario.ts";

const roster: RosterEntry[] = [
  ...["agent-1", "agent-2", "agent-3", "agent-4"].map((id) => ({
    id,
    kind: "agent" as const,
    department: "engineering",
    load: 0,
  })),
  { id: "ana", kind: "human", load: 0 },
  { id: "ben", kind: "human", load: 0 },
];

const QUORUM = {
  policies: [
    {
      id: "two",
      when: "always",
      require: [{ reviewer: "integrity" }, { layer: "peer", quorum: 2 }],
      description: "For a test",
    },
  ],
};

/** A task that is held because its peers did not answer. */
function held(file: object = {}, answered: readonly string[] = []) {
  const policy = { profile: "modes", chains: { code: ["self", "peer"] }, ...file };
  const play = scenario({ policy, roster });
  play.submit();
  play.plan();
  play.passChecks();
  for (const name of answered) play.verdict("layer:peer", "approved", agent(name));
  play.late();
  expect(play.state).toBe("held");
  return play;
}

function name(reviewer: string, requirement = "layer:peer") {
  return [{ do: "name_reviewer", requirement, reviewer }] as const;
}

const layersOf = (play: ReturnType<typeof held>) =>
  play.task.round?.plan?.requirements
    .filter(({ layers }) => layers.length > 0)
    .map(({ id, who, human, quorum }) => [id, who.join(" "), human, quorum]);

describe("a person whom a release names", () => {
  it("is in turn, answers as a person, and the review goes on", () => {
    const play = held();
    play.release(name("ben"));
    expect(play.task.phase).toMatchObject({ is: "reviewing", person: "ben" });
    expect(play.effects).toContainEqual({ do: "notify", to: "ben", why: "your_turn" });
    play.approve("ben", "layer:peer");

    expect(play.task.phase).toMatchObject({ is: "reviewing", person: "ana" });
  });

  it("who is also the owner answers both with one approval", () => {
    const play = held();
    play.release(name("ana"));
    expect(layersOf(play)).toEqual([
      ["layer:self", "agent-1", false, 1],
      ["layer:owner", "ana", true, 1],
    ]);
    play.approve("ana");

    expect(play.state).toBe("approved");
  });

  it("answers the part that agents have not answered", () => {
    const play = held(QUORUM, ["agent-2"]);
    play.release(name("ben"));

    expect(layersOf(play)).toEqual([
      ["layer:self", "agent-1", false, 1],
      ["layer:peer", "agent-2", false, 1],
      ["named:layer:peer", "ben", true, 1],
      ["layer:owner", "ana", true, 1],
    ]);
    expect(play.task.phase).toMatchObject({ person: "ben" });
    play.approve("ben", "named:layer:peer");
    expect(play.task.phase).toMatchObject({ person: "ana" });
  });

  it("is joined by a second one where the quorum needs two", () => {
    const play = held(QUORUM);
    play.release(name("ben"));
    play.approve("ben", "layer:peer");
    expect(play.task.phase).toMatchObject({ is: "held" });
    play.release(name("cto"));

    expect(layersOf(play)?.[1]).toEqual(["layer:peer", "cto ben", true, 2]);
    expect(play.task.phase).toMatchObject({ person: "cto" });
  });

  it("stays named when the policy changes", () => {
    const play = held();
    play.release(name("ben"));
    play.usePolicy({ profile: "modes", chains: { code: ["self"] } });
    play.engine({ type: "policy_changed" });

    expect(layersOf(play)?.[1]).toEqual(["layer:peer", "ben", true, 1]);
  });
});

describe("an agent whom a release names", () => {
  it("gets a seat if it can answer", () => {
    const play = held();
    play.release(name("agent-4"));

    expect(layersOf(play)?.[1]).toEqual(["layer:peer", "agent-2 agent-4", false, 1]);
    expect(play.effects[0]).toEqual({ do: "ask", round: 1, requirements: ["layer:peer"] });
  });

  it("is refused if it cannot, with the reason", () => {
    const play = held();

    expect(refusal(() => play.release(name("codex")))).toMatchObject({
      code: "invalid_input",
      message:
        "codex cannot review cs-test: it is not a person of this organisation, not a reviewer that the engine can run, and has no active reviewer connection for shop.",
    });
  });
});
