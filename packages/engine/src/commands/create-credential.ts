import { sql } from "drizzle-orm";
import {
  createToken,
  listCredentials,
  type NewToken,
  type TokenSummary,
} from "../access/credentials.ts";
import { requirePermission } from "../access/permissions.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import { requirePresence } from "../access/require-presence.ts";
import type { EngineDeps } from "../execute/engine-deps.ts";
import type { Session } from "../platform/transact.ts";
import { policiesInForce } from "../policy/policies-in-force.ts";
import { requireOwnName } from "./require-own-name.ts";
import { requireSponsor } from "./require-sponsor.ts";

/**
 * Creates a credential with a name of its own: for an agent with the person who answers for it, for a
 * person only where a policy does not ask for more than a credential.
 */
export async function createCredential(
  { pool, policies: source, presence, runners }: EngineDeps,
  by: Principal,
  wanted: NewToken,
): Promise<TokenSummary & { token: string }> {
  const isPerson = wanted.role === "human" || wanted.role === "admin";
  const deed = isPerson ? "create_human_token" : "manage_tokens";
  requirePermission(by, deed);
  const allow = async (session: Session) => {
    // One name is given away at a time.
    await session.db.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${by.org} names`}, 0))`,
    );
    const inForce = await policiesInForce(source, session, by.org);
    const policies = inForce.map(({ policy }) => policy);
    await requirePresence(presence, { by, deed, task: null, policies });
    const taken = { policies: inForce, known: await listCredentials(session, by.org), runners };
    requireOwnName(wanted, taken);
    requireSponsor(wanted, taken);
  };
  return await createToken(pool, by.org, wanted, { by: principalActor(by), allow });
}
