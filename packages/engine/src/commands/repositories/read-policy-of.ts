import type { Policy } from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import { requireReadable } from "../../access/scope.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { transact } from "../../platform/transact.ts";
import { readRepository } from "../../store/organisation/repositories.ts";

/** A policy, and the commit of the target that it was read from. */
export type PolicyInForce = { repo: string; tip: string; policy: Policy };

export async function readPolicyOf(
  parts: EngineDeps,
  by: Principal,
  repo: string,
): Promise<PolicyInForce> {
  await requireReadable(parts, by, repo);
  const { pool, policies } = parts;
  const { org } = by;
  return await transact(pool, org, async (session) => {
    const repository = await readRepository(session, org, repo);
    return { repo, tip: repository.tip, policy: await policies.of(session, org, repository) };
  });
}
