import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import type { ForgeChange, ForgeCheckState, ForgeReportIds } from "../../ports/forge.ts";
import { forgeChanges } from "../schema/forge-schema.ts";

/** A pull request of a linked repository. Its number is never used again. */
export type ChangeKey = { repo: string; number: number };

/** What the check of a change last showed. */
export type ShownReport = { commit: string; state: ForgeCheckState; round: number; digest: string };

/** A pull request as last read, its task, and what was last written to it. */
export type StoredChange = ChangeKey & {
  taskId: string | null;
  state: ForgeChange["state"];
  head: string;
  base: string;
  baseBranch: string;
  readMs: number;
  /** The check of the shown commit, and the comment. Null until we wrote a check. */
  ids: ForgeReportIds | null;
  shown: ShownReport | null;
  /** The creator of a check with our name that is not ours. Null if there is none. */
  foreignCheck: string | null;
};

/** Reads a change and locks it until the transaction ends. Null if it was never read. */
export async function lockChange(session: Session, key: ChangeKey): Promise<StoredChange | null> {
  const [row] = await session.db
    .select()
    .from(forgeChanges)
    .where(isChange(session, key))
    .for("update");
  return row === undefined ? null : storedChange(row);
}

/** Finds the change of a task. Null if the task is not from a forge. */
export async function findChangeOfTask(
  { db, org }: Session,
  taskId: string,
): Promise<StoredChange | null> {
  const [row] = await db
    .select()
    .from(forgeChanges)
    .where(and(eq(forgeChanges.orgId, org), eq(forgeChanges.taskId, taskId)));
  return row === undefined ? null : storedChange(row);
}

/** Lists the open changes of a repository, or those with one head, which share its check. */
export async function listOpenChanges(
  { db, org }: Session,
  repo: string,
  head?: string,
): Promise<StoredChange[]> {
  const rows = await db
    .select()
    .from(forgeChanges)
    .where(
      and(
        eq(forgeChanges.orgId, org),
        eq(forgeChanges.repo, repo),
        eq(forgeChanges.state, "open"),
        head === undefined ? undefined : eq(forgeChanges.head, head),
      ),
    )
    .orderBy(asc(forgeChanges.number));
  return rows.map(storedChange);
}

/** Returns true if our check was written to a commit, for whichever change. */
export async function hasCheckOn(
  { db, org }: Session,
  repo: string,
  commit: string,
): Promise<boolean> {
  const rows = await db
    .select({ number: forgeChanges.number })
    .from(forgeChanges)
    .where(
      and(
        eq(forgeChanges.orgId, org),
        eq(forgeChanges.repo, repo),
        eq(forgeChanges.checkCommit, commit),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Stores a change as it was read. What was written to it and its task stay. */
export async function saveReadChange(
  { db, org }: Session,
  repo: string,
  { number, state, head, base }: Pick<ForgeChange, "number" | "state" | "head" | "base">,
): Promise<void> {
  const read = { state, head: head.commit, base: base.commit, baseBranch: base.branch };
  await db
    .insert(forgeChanges)
    .values({ orgId: org, repo, number, ...read })
    .onConflictDoUpdate({
      target: [forgeChanges.orgId, forgeChanges.repo, forgeChanges.number],
      set: { ...read, readAt: sql`now()` },
    });
}

/** Binds a change to its task. It stays bound to the first one. */
export async function bindTask(session: Session, key: ChangeKey, taskId: string): Promise<void> {
  await session.db
    .update(forgeChanges)
    .set({ taskId })
    .where(and(isChange(session, key), sql`task_id IS NULL`));
}

/** Stores what was written to a change. */
export async function saveShownReport(
  session: Session,
  key: ChangeKey,
  { commit, state, round, digest }: ShownReport,
  { check, comment }: ForgeReportIds,
): Promise<void> {
  const shown = { shownState: state, shownRound: round, shownDigest: digest, shownAt: sql`now()` };
  await session.db
    .update(forgeChanges)
    .set({ ...shown, checkId: check, checkCommit: commit, commentId: comment })
    .where(isChange(session, key));
}

/** Stores who created a check with our name that is not ours. True if one was not known yet. */
export async function saveForeignCheck(
  { db, org }: Session,
  { repo, numbers }: { repo: string; numbers: readonly number[] },
  foreignCheck: string | null,
): Promise<boolean> {
  const changed = await db
    .update(forgeChanges)
    .set({ foreignCheck })
    .where(
      and(
        ...[eq(forgeChanges.orgId, org), eq(forgeChanges.repo, repo)],
        inArray(forgeChanges.number, [...numbers]),
        sql`foreign_check IS DISTINCT FROM ${foreignCheck}`,
      ),
    )
    .returning({ number: forgeChanges.number });
  return changed.length > 0 && foreignCheck !== null;
}

function isChange({ org }: Session, { repo, number }: ChangeKey) {
  return and(
    eq(forgeChanges.orgId, org),
    eq(forgeChanges.repo, repo),
    eq(forgeChanges.number, number),
  );
}

function storedChange(row: typeof forgeChanges.$inferSelect): StoredChange {
  const { repo, number, taskId, state, head, base, baseBranch, foreignCheck } = row;
  const { checkId, checkCommit: commit, commentId: comment } = row;
  const { shownState, shownRound: round, shownDigest: digest } = row;
  const hasShown = commit !== null && shownState !== null && round !== null && digest !== null;
  return {
    ...{ repo, number, taskId, state, head, base, baseBranch, foreignCheck },
    readMs: row.readAt.getTime(),
    ids: checkId === null ? null : { check: checkId, comment },
    shown: hasShown ? { commit, state: shownState, round, digest } : null,
  };
}
