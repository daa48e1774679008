import { CountersignError, isAgentRole, peopleOf } from "@countersign/core";
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
import type { EngineScope } from "../execute/engine-scope.ts";
import type { Session } from "../platform/transact.ts";
import { policiesInForce } from "../policy/policies-in-force.ts";
import { requireOwnName, type TakenNames } from "./require-own-name.ts";

/**
 * Creates a credential with a unique name. An agent's credential names its sponsor. A person's credential is
 * created only if no policy requires more than a credential.
 */
export async function createCredential(
  { pool, policies: source, presence, runners }: EngineScope,
  by: Principal,
  wanted: NewToken,
): Promise<TokenSummary & { token: string }> {
  const isPerson = wanted.role === "human" || wanted.role === "admin";
  const deed = isPerson ? "create_human_token" : "manage_tokens";
  requirePermission(by, deed);
  const allow = async (session: Session) => {
    // Serialises the allocation of names.
    await session.db.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${by.org} names`}, 0))`,
    );
    const inForce = await policiesInForce(source, session);
    const policies = inForce.map(({ policy }) => policy);
    await requirePresence(presence, { by, deed, task: null, policies });
    const taken = { policies: inForce, known: await listCredentials(session), runners };
    requireOwnName(wanted, taken);
    requireSponsor(wanted, taken);
  };
  return await createToken(pool, by.org, wanted, { by: principalActor(by), allow });
}

/**
 * Requires a sponsor for an agent's credential: a person whom a policy names, or who has a credential to decide
 * with. An administrator qualifies only under the same condition.
 */
function requireSponsor(
  { actor, role, sponsor }: Pick<NewToken, "actor" | "role" | "sponsor">,
  { policies, known }: Pick<TakenNames, "policies" | "known">,
): void {
  if (!isAgentRole(role)) {
    if (sponsor === undefined) return;
    throw new CountersignError("invalid_input", `A ${role} has no sponsor: leave it out.`);
  }
  const hint = "Name the person who answers for the agent: --sponsor <name>";
  if (sponsor === undefined)
    throw new CountersignError("invalid_input", `${actor} needs a sponsor.`, { hint });
  const isPerson =
    known.some((one) => one.isLive && one.role === "human" && one.actor === sponsor) ||
    policies.some(({ policy }) => peopleOf(policy).some(({ name }) => name === sponsor));
  if (!isPerson)
    throw new CountersignError(
      "invalid_input",
      `${sponsor} is no person here: no policy names them, and they have no credential to decide with.`,
      { hint },
    );
}
