import type { Session } from "../platform/transact.ts";
import { acts, personKeys } from "../store/schema/key-schema.ts";
import { trustRequests, trustSignatures } from "../store/schema/trust-schema.ts";

export const KEY_TABLES = ["person_keys", "acts", "trust_requests", "trust_signatures"] as const;

/** Adds one row to each table of people's keys and of trust. */
export async function addKeyRows(db: Session["db"], orgId: string): Promise<void> {
  await db.insert(personKeys).values({ orgId, fingerprint: "SHA256:1", actor: "ana", key: "k" });
  await db.insert(acts).values({
    ...{ orgId, nonce: "1", actor: "ana", command: "approve", statement: "{}" },
    until: new Date(0),
  });
  const request = { id: "trust-1", repo: "shop", body: "{}", proposedBy: "ana" };
  await db.insert(trustRequests).values({ orgId, ...request, until: new Date(0) });
  const signature = { request: "trust-1", actor: "ana", fingerprint: "SHA256:1", nonce: "1" };
  await db.insert(trustSignatures).values({ orgId, ...signature });
}
