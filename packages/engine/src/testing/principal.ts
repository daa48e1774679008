import type { Role } from "@countersign/core";
import { actorForRole, type Principal } from "../access/principal.ts";

/** Somebody with a credential of their own. */
export function principal(org: string, role: Role = "human", actor = "ana"): Principal {
  const who = actorForRole(actor, role);
  return { org, actor: who, role, task: null, sponsor: null, modelFamily: null, token: "tok_1" };
}
