import type { Policy } from "@countersign/core";
import type { Parts } from "../commands/parts.ts";
import { readKeptPolicy } from "../store/kept-policies.ts";
import { listAcceptedTips, type StoredRepository } from "../store/repositories.ts";
import { transact } from "../store/transact.ts";

/**
 * The policy that was last valid on the accepted target; null if there never was one.
 *
 * Releases before this rule forgot it when a policy became unreadable, so the accepted commits are searched too.
 */
export async function lastValidPolicy(
  { pool, policies }: Pick<Parts, "pool" | "policies">,
  org: string,
  { id, tip, policyDigest }: Pick<StoredRepository, "id" | "tip" | "policyDigest">,
): Promise<Policy | null> {
  const now = await policies.at(org, id, tip);
  if ("policy" in now) return now.policy;
  const { kept, tips } = await transact(pool, org, async (session) => ({
    kept: policyDigest === null ? null : await readKeptPolicy(session, org, policyDigest),
    tips: policyDigest === null ? await listAcceptedTips(session, org, id) : [],
  }));
  if (kept !== null) return kept;
  for (const accepted of tips) {
    const found = await policies.at(org, id, accepted);
    if ("policy" in found) return found.policy;
  }
  return null;
}
