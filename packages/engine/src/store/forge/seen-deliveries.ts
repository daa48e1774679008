import { and, eq, lt, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { forgeDeliveries } from "../schema/forge-schema.ts";

/** Records a webhook delivery. False if it was recorded before, also by a concurrent request. */
export async function recordDelivery(
  { db, org }: Session,
  host: string,
  delivery: string,
): Promise<boolean> {
  const added = await db
    .insert(forgeDeliveries)
    .values({ orgId: org, host, delivery })
    .onConflictDoNothing()
    .returning({ delivery: forgeDeliveries.delivery });
  return added.length > 0;
}

/** Returns whether a delivery was recorded. */
export async function hasDelivery(
  { db, org }: Session,
  host: string,
  delivery: string,
): Promise<boolean> {
  const found = await db
    .select({ delivery: forgeDeliveries.delivery })
    .from(forgeDeliveries)
    .where(
      and(
        eq(forgeDeliveries.orgId, org),
        eq(forgeDeliveries.host, host),
        eq(forgeDeliveries.delivery, delivery),
      ),
    );
  return found.length > 0;
}

/** Deletes deliveries older than this. A forge redelivers for a few days at most. */
export async function forgetDeliveries({ db, org }: Session, days: number): Promise<void> {
  await db
    .delete(forgeDeliveries)
    .where(
      and(
        eq(forgeDeliveries.orgId, org),
        lt(forgeDeliveries.at, sql`now() - ${`${days} days`}::interval`),
      ),
    );
}
