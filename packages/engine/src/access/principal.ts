import type { Actor } from "@countersign/core";

export const ROLES = ["viewer", "author", "reviewer", "planner", "human", "admin"] as const;

/** What a credential is for. A person who decides is `human`; `admin` sets up and decides nothing. */
export type Role = (typeof ROLES)[number];

/** Who asks, as their credential says. */
export type Principal = {
  org: string;
  actor: Actor;
  role: Role;
  /** The only task that it may touch; null: any of the organisation's. */
  task: string | null;
  /** The person that an agent works for. */
  sponsor: string | null;
  modelFamily: string | null;
  /** The credential, so that it can be named in a log. */
  token: string;
};

/** Agents' credentials never act as a person; whoever only looks or sets up is one, but decides nothing. */
export function actorOf(id: string, role: Role): Actor {
  const isPerson = role === "human" || role === "admin" || role === "viewer";
  return { id, kind: isPerson ? "human" : "agent", planner: role === "planner" };
}
