import { type Actor, isAgentRole, type Role } from "@countersign/core";

/** Who asks, as their credential says. */
export type Principal = {
  org: string;
  actor: Actor;
  role: Role;
  /** The only task that it may touch; null: any of the organisation's. */
  task: string | null;
  /** The person who answers for an agent. */
  sponsor: string | null;
  modelFamily: string | null;
  /** The credential, so that it can be named in a log. */
  token: string;
};

/** Whoever asks as the log names them: with their credential and, for an agent, the person who answers for it. */
export function principalActor({ actor, role, sponsor, modelFamily, token }: Principal): Actor {
  const credential = { id: token, role };
  if (actor.kind !== "agent") return { ...actor, credential };
  return {
    ...actor,
    ...(sponsor === null ? {} : { sponsor }),
    ...(modelFamily === null ? {} : { family: modelFamily }),
    credential,
  };
}

/** Agents' credentials never act as a person; whoever only looks or sets up is one, but decides nothing. */
export function actorForRole(id: string, role: Role): Actor {
  return { id, kind: isAgentRole(role) ? "agent" : "human", planner: role === "planner" };
}
