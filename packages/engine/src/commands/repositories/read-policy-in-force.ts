import type { Policy } from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import { requireReadable } from "../../access/readable-task.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { transact } from "../../platform/transact.ts";
import { readRepository } from "../../store/organisation/repositories.ts";

/** A policy, and the commit of the target that it was read from. */
export type PolicyInForce = { repo: string; tip: string; policy: Policy };

export async function readPolicyInForce(
  scope: EngineScope,
  by: Principal,
  repo: string,
): Promise<PolicyInForce> {
  await requireReadable(scope, by, repo);
  const { pool, policies } = scope;
  const { org } = by;
  return await transact(pool, org, async (session) => {
    const repository = await readRepository(session, repo);
    return { repo, tip: repository.tip, policy: await policies.of(session, repository) };
  });
}
