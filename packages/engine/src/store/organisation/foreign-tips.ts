import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { holds } from "../schema/schema.ts";
import { acceptedTips } from "../schema/target-schema.ts";

/**
 * How long an accepted foreign commit is shown as unreviewed. The organisation's log keeps it permanently.
 */
const SHOWN_FOR = "7 days";

/** A foreign commit that was accepted without a review, with the description from that time. */
export type ForeignTip = { repo: string; text: string; atMs: number };

/** Lists recently accepted foreign commits, newest first. */
export async function listForeignTips({ db, org }: Session): Promise<ForeignTip[]> {
  const rows = await db
    .select({ repo: acceptedTips.repo, text: acceptedTips.reason, at: acceptedTips.at })
    .from(acceptedTips)
    .where(
      and(
        eq(acceptedTips.orgId, org),
        eq(acceptedTips.how, "foreign"),
        gte(acceptedTips.at, sql`now() - ${SHOWN_FOR}::interval`),
      ),
    )
    .orderBy(desc(acceptedTips.position))
    .limit(1_000);
  return rows.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }));
}

/** Returns when the currently accepted commit was accepted, in milliseconds. 0 if unknown. */
export async function readAcceptedMs({ db, org }: Session, repo: string): Promise<number> {
  const [row] = await db
    .select({ at: acceptedTips.at })
    .from(acceptedTips)
    .where(and(eq(acceptedTips.orgId, org), eq(acceptedTips.repo, repo)))
    .orderBy(desc(acceptedTips.position))
    .limit(1);
  return row?.at.getTime() ?? 0;
}

/** Returns true if the merges of a repository are on hold. */
export async function isHeld({ db, org }: Session, repo: string): Promise<boolean> {
  const found = await db
    .select({ why: holds.why })
    .from(holds)
    .where(and(eq(holds.orgId, org), eq(holds.scope, "repo"), eq(holds.subject, repo)));
  return found.length > 0;
}
