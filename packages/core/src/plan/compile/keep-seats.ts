import type { Requirement } from "../schema.ts";

/** What is known about the actors in the seats of a round. */
export type Seating = {
  /** True if the actor answered the requirement in this round, or can still answer it. */
  canAnswer(requirement: string, actor: string): boolean;
};

/** True if no seat of a requirement is lost, or enough are left: people and checks always answer. */
export function isSeatable(requirement: Requirement, seating: Seating): boolean {
  if (!isAgentLayer(requirement)) return true;
  const able = ableOf(requirement, seating).length;
  return able === requirement.who.length || able >= requirement.quorum;
}

/**
 * Joins the seats of a requirement that both plans ask for. A person's question is not handed to a machine, and an
 * agent that can answer keeps its seat, though another has less to do by now.
 */
export function keepSeats(old: Requirement, fresh: Requirement, seating: Seating): Requirement {
  if (old.human && !fresh.human) return old;
  if (old.kind !== "peer" || old.human) return fresh;
  const able = ableOf(old, seating);
  if (fresh.human) return isSeatable(old, seating) ? old : fresh;
  if (able.length === old.who.length && fresh.who.length <= able.length) return old;
  const seats = Math.max(fresh.who.length, able.length, old.quorum);
  return { ...fresh, who: [...new Set([...able, ...fresh.who])].slice(0, seats) };
}

/** A layer that agents answer. `self` is answered by handing work in. */
function isAgentLayer({ layers, human, kind }: Requirement): boolean {
  return layers.length > 0 && !human && kind !== "self";
}

function ableOf({ id, who }: Requirement, { canAnswer }: Seating): string[] {
  return who.filter((actor) => canAnswer(id, actor));
}
