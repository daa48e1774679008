import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { acceptedTips, holds } from "../schema/schema.ts";

/** How long an accepted foreign commit is shown as unreviewed; the organisation's log keeps it for good. */
const SHOWN_FOR = "7 days";

/** A foreign commit that was accepted without a review, described when it was. */
export type ForeignTip = { repo: string; text: string; atMs: number };

/** Foreign commits that were accepted lately, newest first. */
export async function listForeignTips({ db }: Session, org: string): Promise<ForeignTip[]> {
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

/** When the commit that is accepted now was accepted; 0 if that is not known. */
export async function readAcceptedMs({ db }: Session, org: string, repo: string): Promise<number> {
  const [row] = await db
    .select({ at: acceptedTips.at })
    .from(acceptedTips)
    .where(and(eq(acceptedTips.orgId, org), eq(acceptedTips.repo, repo)))
    .orderBy(desc(acceptedTips.position))
    .limit(1);
  return row?.at.getTime() ?? 0;
}

/** Whether the merges of a repository are stopped. */
export async function isHeld({ db }: Session, org: string, repo: string): Promise<boolean> {
  const found = await db
    .select({ why: holds.why })
    .from(holds)
    .where(and(eq(holds.orgId, org), eq(holds.scope, "repo"), eq(holds.subject, repo)));
  return found.length > 0;
}
