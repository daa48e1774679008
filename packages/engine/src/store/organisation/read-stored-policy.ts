import type { Policy } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { policies } from "../schema/schema.ts";

/** Defaults for keys of `peers`, which planning reads and policies of older releases lack. */
const DEFAULT_PEERS: Policy["peers"] = { whenNone: "reviewer", codeOwners: false };

/** Reads a policy that was in force once, by its digest. Null if it was never stored. */
export async function readStoredPolicy(
  { db, org }: Session,
  digest: string,
): Promise<Policy | null> {
  const [row] = await db
    .select({ body: policies.body })
    .from(policies)
    .where(and(eq(policies.orgId, org), eq(policies.digest, digest)));
  if (row === undefined) return null;
  return { ...row.body, peers: { ...DEFAULT_PEERS, ...row.body.peers } };
}
