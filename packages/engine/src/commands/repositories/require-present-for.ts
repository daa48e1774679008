import type { Permission } from "../../access/permissions.ts";
import type { DescribeAct } from "../../access/presence-verifier.ts";
import type { Principal } from "../../access/principal.ts";
import { requirePresence } from "../../access/require-presence.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Session } from "../../platform/transact.ts";
import { policiesInForce } from "../../policy/policies-in-force.ts";

type RepositoryAction = {
  deed: Permission;
  /** Null for an action on the whole organisation. */
  repo: string | null;
  request: object;
  /** Requires a signature, whatever the policy says. */
  alwaysSigned?: boolean;
  /** Describes the action as a proof states it. Default: no proof contains it. */
  describeAct?: DescribeAct;
};

/**
 * Requires a person's signature for an action on one repository if its policy does, or on the organisation if any
 * policy does. A policy that the action would introduce is not consulted.
 */
export async function requirePresentFor(
  { policies: source, presence }: Pick<EngineScope, "policies" | "presence">,
  session: Session,
  by: Principal,
  { deed, repo, request, alwaysSigned = false, describeAct }: RepositoryAction,
): Promise<void> {
  const inForce = await policiesInForce(source, session);
  const own = inForce.filter((one) => one.repo === repo);
  const policies = (own.length > 0 ? own : inForce).map(({ policy }) => policy);
  const atLeast = alwaysSigned ? "signed" : "told";
  const action = { by, deed, task: null, request, policies, atLeast, describeAct } as const;
  await requirePresence(presence, session, action);
}
