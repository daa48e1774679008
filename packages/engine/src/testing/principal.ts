import type { Role } from "@countersign/core";
import { actorForRole, type Principal } from "../access/principal.ts";

/** Returns an actor with a credential. */
export function principal(org: string, role: Role = "human", actor = "ana"): Principal {
  const who = actorForRole(actor, role);
  return { org, actor: who, role, task: null, sponsor: null, modelFamily: null, token: "tok_1" };
}
