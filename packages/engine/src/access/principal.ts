import { type Actor, isAgentRole, type Role } from "@countersign/core";
import type { PresentedAct } from "./presence-verifier.ts";

/** The caller, as their credential identifies them. */
export type Principal = {
  org: string;
  actor: Actor;
  role: Role;
  /** The only task it may access. Null for all of the organisation's tasks. */
  task: string | null;
  /** The person responsible for an agent. */
  sponsor: string | null;
  modelFamily: string | null;
  /** The credential, so that logs can name it. */
  token: string;
  /** What the caller presents to show that they are present. Default: nothing. */
  act?: PresentedAct | undefined;
  /** The origin of our own page that sent the request. Absent for programs. */
  page?: string | undefined;
};

/** Returns the caller as logged: with the credential and, for an agent, the responsible person. */
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

/**
 * Returns the actor for a role. Agents' credentials never act as a person. Viewers and administrators are
 * persons who decide nothing.
 */
export function actorForRole(id: string, role: Role): Actor {
  return { id, kind: isAgentRole(role) ? "agent" : "human", planner: role === "planner" };
}
