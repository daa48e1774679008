import { describe, expect, it } from "vitest";
import type { RosterEntry } from "../../../plan/schema.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, scenario } from "../../../testing/scenario.ts";

const POLICY = { profile: "modes", chains: { code: ["self", "peer"] } };

const person = (id: string): RosterEntry => ({ id, kind: "human", load: 0 });

const peer = (id: string): RosterEntry => ({
  id,
  kind: "agent",
  department: "engineering",
  load: 0,
});

/** A task that waits for its peer; the roster can be changed while it does. */
function waitingFor(agents: readonly string[], file: object = {}) {
  const roster = [person("ana"), ...agents.map(peer)];
  const play = scenario({ policy: { ...POLICY, ...file }, roster });
  play.submit();
  play.plan();
  play.passChecks();
  return { play, leave: (...left: string[]) => roster.splice(1, 9, ...left.map(peer)) };
}

const peerOf = ({ play }: ReturnType<typeof waitingFor>) =>
  play.task.round?.plan?.requirements.find(({ id }) => id === "layer:peer");

describe("reseat", () => {
  it("asks another agent that can answer", () => {
    const game = waitingFor(["dev-2", "dev-3"]);
    game.leave("dev-3");
    game.play.engine({ type: "reseat" });

    expect(peerOf(game)).toMatchObject({ who: ["dev-3"] });
    expect(game.play.events).toEqual(["replanned", "decided", "asked"]);
    expect(game.play.effects[0]).toEqual({ do: "ask", round: 1, requirements: ["layer:peer"] });
  });

  it("skips the layer with its reason when no agent can answer, and goes on to the person", () => {
    const game = waitingFor(["dev-2"]);
    game.leave();
    game.play.engine({ type: "reseat" });

    expect(peerOf(game)).toBeUndefined();
    expect(game.play.task.round?.plan?.skipped).toMatchObject([{ layer: "peer", reason: "alone" }]);
    expect(game.play.task.phase).toMatchObject({ is: "reviewing", person: "ana" });
  });

  it("passes the layer to a person where the policy says so", () => {
    const game = waitingFor(["dev-2"], {
      peers: { whenNone: "person" },
      people: { owner: ["ana"], escalateTo: ["cto"] },
    });
    game.leave();
    game.play.engine({ type: "reseat" });

    expect(peerOf(game)).toMatchObject({ who: ["cto"], human: true });
    expect(game.play.task.phase).toMatchObject({ is: "reviewing", person: "cto" });
  });

  it("keeps the answer of an agent that has left since", () => {
    const two = {
      policies: [
        {
          id: "two",
          when: "always",
          require: [{ layer: "peer", quorum: 2 }],
          description: "For a test",
        },
      ],
    };
    const game = waitingFor(["dev-2", "dev-3", "dev-4"], two);
    game.play.verdict("layer:peer", "approved", agent("dev-2"));
    game.leave("dev-4");
    game.play.engine({ type: "reseat" });

    expect(peerOf(game)).toMatchObject({ who: ["dev-2", "dev-4"], quorum: 2 });
  });

  it("is refused while every agent can answer, in other states, and to others", () => {
    const { play } = waitingFor(["dev-2"]);

    expect(refusal(() => play.engine({ type: "reseat" }))).toMatchObject({
      code: "wrong_state",
      message: "Every agent that cs-test is waiting for can answer",
    });
    expect(play.try({ type: "reseat" }, agent("dev-2"))).toBe("forbidden");
    expect(refusal(() => scenario({}).engine({ type: "reseat" })).code).toBe("wrong_state");
  });
});

describe("a hold because nobody answered", () => {
  function held() {
    const game = waitingFor(["dev-2"]);
    game.play.late();
    expect(game.play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable", about: "layer:peer" }],
    });
    return game;
  }

  it("comes after one deadline", () => {
    const { play } = held();

    expect(play.log.filter(({ event }) => event.type === "asked")).toHaveLength(2);
  });

  it("ends when the policy changes and the seat is gone", () => {
    const game = held();
    game.leave();
    game.play.usePolicy({ ...POLICY, limits: { attempts: 5 } });
    game.play.engine({ type: "policy_changed" });

    expect(game.play.task.phase).toMatchObject({ is: "reviewing", person: "ana" });
  });

  it("stays while the same agent is asked, and while new work was offered", () => {
    const game = held();
    game.play.usePolicy({ ...POLICY, limits: { attempts: 5 } });
    game.play.engine({ type: "policy_changed" });
    expect(game.play.state).toBe("held");
    game.play.submit("2");
    game.leave();
    game.play.usePolicy({ ...POLICY, limits: { attempts: 4 } });
    game.play.engine({ type: "policy_changed" });

    expect(game.play.state).toBe("held");
  });
});
