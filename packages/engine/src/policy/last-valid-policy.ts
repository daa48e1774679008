import type { Policy } from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import { readStoredPolicy } from "../store/organisation/read-stored-policy.ts";
import { listAcceptedTips, type StoredRepository } from "../store/organisation/repositories.ts";
import type { PolicySource } from "./policy-source.ts";

type PolicyReading = {
  org: string;
  policies: PolicySource;
  transact<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
};

/**
 * Finds the last valid policy of the accepted target. Null if there never was one.
 *
 * Earlier releases dropped it when a policy became unreadable, so the accepted commits are searched too.
 */
export async function lastValidPolicy(
  { org, policies, transact }: PolicyReading,
  { id, tip, policyDigest }: Pick<StoredRepository, "id" | "tip" | "policyDigest">,
): Promise<Policy | null> {
  const now = await policies.at(org, id, tip);
  if ("policy" in now) return now.policy;
  const { kept, tips } = await transact(async (session) => ({
    kept: policyDigest === null ? null : await readStoredPolicy(session, policyDigest),
    tips: policyDigest === null ? await listAcceptedTips(session, id) : [],
  }));
  if (kept !== null) return kept;
  for (const accepted of tips) {
    const found = await policies.at(org, id, accepted);
    if ("policy" in found) return found.policy;
  }
  return null;
}
