import type { Permission } from "../../access/permissions.ts";
import type { Principal } from "../../access/principal.ts";
import { requirePresence } from "../../access/require-presence.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { policiesInForce } from "../../policy/policies-in-force.ts";

/**
 * Requires a person's presence for an action on one repository if its policy does, or on the organisation if any
 * policy does. A policy that the action would introduce is not consulted.
 */
export async function requirePresentFor(
  { transact, policies: source, presence }: Pick<EngineScope, "transact" | "policies" | "presence">,
  by: Principal,
  deed: Permission,
  repo?: string,
): Promise<void> {
  const inForce = await transact((session) => policiesInForce(source, session));
  const own = inForce.filter((one) => one.repo === repo);
  const policies = (own.length > 0 ? own : inForce).map(({ policy }) => policy);
  await requirePresence(presence, { by, deed, task: null, policies });
}
