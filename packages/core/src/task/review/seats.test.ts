import { describe, expect, it } from "vitest";
import type { RosterEntry } from "../../plan/schema.ts";
import { agent, scenario } from "../../testing/scenario.ts";
import { lostSeats, waitingSeats } from "./seats.ts";

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

describe("the seats of a task", () => {
  it("are those of agents whose answers it waits for", () => {
    const { play } = waitingFor(["dev-2"]);

    expect(waitingSeats(play.task)).toEqual([
      { requirement: "layer:peer", actor: "dev-2", isLayer: true },
    ]);
  });

  it("are none before a round, while checks run, for a person, and in other states", () => {
    const fresh = scenario({ policy: POLICY });
    const { play } = waitingFor([]);
    const checking = scenario({ policy: POLICY });
    checking.submit();
    checking.plan();

    expect(waitingSeats(fresh.task)).toEqual([]);
    expect(lostSeats(fresh.task, fresh.context(agent("x")))).toEqual([]);
    expect(waitingSeats(checking.task)).toEqual([]);
    expect(waitingSeats(play.task)).toEqual([]);
    play.approve();
    expect(waitingSeats(play.task)).toEqual([]);
  });

  it("are lost when the agent can no longer answer, unless the engine runs it", () => {
    const game = waitingFor(["dev-2"]);
    const context = game.play.context(agent("x"));
    expect(lostSeats(game.play.task, context)).toEqual([]);
    game.leave();

    expect(lostSeats(game.play.task, context)).toHaveLength(1);
    expect(lostSeats(game.play.task, { ...context, engineRun: ["dev-2"] })).toEqual([]);
  });
});
