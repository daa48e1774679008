import { z } from "zod";

/** What a credential is for. A person who decides is `human`; `admin` sets up and decides nothing. */
export const Role = z.enum(["viewer", "author", "reviewer", "planner", "human", "admin"]);
export type Role = z.infer<typeof Role>;

export const ROLES: readonly Role[] = Role.options;

/** True for the roles of agents. */
export function isAgentRole(role: Role): boolean {
  return role === "author" || role === "reviewer" || role === "planner";
}
