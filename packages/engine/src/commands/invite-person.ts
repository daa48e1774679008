import { type CreatedInvitation, insertInvitation, type NewInvitation } from "../access/people.ts";
import { requirePermission } from "../access/permissions.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { transact } from "../platform/transact.ts";
import { allowName } from "./create-credential.ts";

/**
 * Creates a link with which a person binds their account at the identity provider to a name. It is refused like a
 * credential of that person would be, because it leads to one.
 */
export async function invitePerson(
  scope: EngineScope,
  by: Principal,
  wanted: NewInvitation,
): Promise<CreatedInvitation> {
  requirePermission(by, "create_human_token");
  return await transact(scope.pool, by.org, async (session) => {
    const { actor } = wanted;
    const request = { invited: wanted };
    await allowName(scope, session, { by, wanted: { actor, role: "human" }, request });
    return await insertInvitation(session, wanted, principalActor(by));
  });
}
