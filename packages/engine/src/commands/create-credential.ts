import { CountersignError, isAgentRole, peopleOf } from "@countersign/core";
import { sql } from "drizzle-orm";
import {
  createToken,
  type KnownCredential,
  listCredentials,
  type NewToken,
  requireSensible,
  type TokenSummary,
} from "../access/credentials.ts";
import { listInvitedNames } from "../access/people.ts";
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
  scope: EngineScope,
  by: Principal,
  wanted: NewToken,
): Promise<TokenSummary & { token: string }> {
  requirePermission(by, deedFor(wanted));
  const allow = (session: Session) => allowName(scope, session, { by, wanted, request: wanted });
  return await createToken(scope.pool, by.org, wanted, { by: principalActor(by), allow });
}

/** Refuses a name that the caller may not give to this kind of actor. Holds the lock on names until the end. */
export async function allowName(
  { policies: source, presence, runners }: EngineScope,
  session: Session,
  { by, wanted, request }: { by: Principal; wanted: NewToken; request: object },
): Promise<void> {
  requireSensible(wanted);
  // Serialises the allocation of names.
  await session.db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${by.org} names`}, 0))`,
  );
  const inForce = await policiesInForce(source, session);
  const policies = inForce.map(({ policy }) => policy);
  const deed = deedFor(wanted);
  await requirePresence(presence, session, { by, deed, task: null, request, policies });
  const invited = (await listInvitedNames(session)).map(
    (actor): KnownCredential => ({ actor, role: "human", isLive: true }),
  );
  const known = [...(await listCredentials(session)), ...invited];
  const taken = { policies: inForce, known, runners };
  requireOwnName(wanted, taken);
  requireSponsor(wanted, taken);
}

function deedFor({ role }: Pick<NewToken, "role">): "create_human_token" | "manage_tokens" {
  return role === "human" || role === "admin" ? "create_human_token" : "manage_tokens";
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
