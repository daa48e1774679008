import { z } from "zod";

/** The role of a credential. A person who decides is `human`; `admin` configures and decides nothing. */
export const Role = z.enum(["viewer", "author", "reviewer", "planner", "human", "admin"]);
export type Role = z.infer<typeof Role>;

export const ROLES: readonly Role[] = Role.options;

/** Returns true for the roles of agents. */
export function isAgentRole(role: Role): boolean {
  return role === "author" || role === "reviewer" || role === "planner";
}
