import type { Policy } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { policies } from "../schema/schema.ts";

/** Defaults for keys that planning reads and policies of older releases lack. */
const LATER_KEYS: Pick<Policy, "peers"> = { peers: { whenNone: "reviewer" } };

/** Reads a policy that was in force once, by its digest. Null if it was never stored. */
export async function readStoredPolicy(
  { db, org }: Session,
  digest: string,
): Promise<Policy | null> {
  const [row] = await db
    .select({ body: policies.body })
    .from(policies)
    .where(and(eq(policies.orgId, org), eq(policies.digest, digest)));
  return row === undefined ? null : { ...LATER_KEYS, ...row.body };
}
