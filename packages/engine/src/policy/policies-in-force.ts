import type { Policy } from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import { listRepositories } from "../store/organisation/repositories.ts";
import type { PolicySource } from "./policy-source.ts";

/** A policy in force and its repository. */
export type PolicyOfRepository = { repo: string; policy: Policy };

/** Lists the policies in force in an organisation: that of each repository's last accepted target. */
export async function policiesInForce(
  policies: PolicySource,
  session: Session,
): Promise<PolicyOfRepository[]> {
  const inForce: PolicyOfRepository[] = [];
  for (const { id, tip } of await listRepositories(session)) {
    const found = await policies.at(session.org, id, tip);
    if ("policy" in found) inForce.push({ repo: id, policy: found.policy });
  }
  return inForce;
}
