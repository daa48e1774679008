import type { LogEntry, Step, Task } from "@countersign/core";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import type { OrganisationEvent } from "../organisation/organisation-events.ts";
import type { ActingParty } from "../organisation/organisation-log.ts";
import { dismissals } from "../schema/schema.ts";
import { wholeTaskSql } from "../schema/task-body.ts";

/** A task as stored, with the end of its hash chain. */
export type StoredTask = { task: Task; seq: number; headHash: string };

const LOCK = {
  name: "lock_task",
  text: `SELECT seq, head_hash, ${wholeTaskSql("body", "planned")} AS task FROM countersign.tasks
          WHERE org_id = $1 AND task_id = $2 FOR UPDATE`,
};

/** Locks a task's row until the transaction ends and reads it. Null if there is none. */
export async function lockTask(
  { client, org }: Session,
  taskId: string,
): Promise<StoredTask | null> {
  const { rows } = await client.query<{ seq: number; head_hash: string; task: Task }>({
    ...LOCK,
    values: [org, taskId],
  });
  const [row] = rows;
  return row === undefined ? null : { task: row.task, seq: row.seq, headHash: row.head_hash };
}

/** A change that affects more than its own task and is recorded for the organisation. */
export type DismissalChange = { by: ActingParty; event: OrganisationEvent };

/** Stores what a step's events decide about findings in other tasks, and returns the resulting changes. */
export async function rememberDismissals(
  session: Session,
  { task, log }: Step,
): Promise<DismissalChange[]> {
  const changes: DismissalChange[] = [];
  for (const entry of log) {
    const event = await rememberDismissal(session, task, entry);
    const by = { id: entry.by, credential: entry.event.credential };
    if (event !== null) changes.push({ by, event });
  }
  return changes;
}

/** Suppresses a dismissed finding in other tasks of the repository. */
async function rememberDismissal(
  session: Session,
  task: Task,
  { event, atMs }: LogEntry,
): Promise<OrganisationEvent | null> {
  if (event.type !== "disposed") return null;
  const found = task.findings.find(({ id }) => id === event.finding);
  if (found === undefined) return null;
  const { disposition } = event;
  const { repo } = task;
  const { id: finding, fingerprint } = found;
  const about = { repo, task: task.id, finding, fingerprint };
  if (disposition.is === "open") {
    const isEnded = await endDismissal(session, { fingerprint, repo, atMs });
    return isEnded ? { type: "dismissal_ended", ...about } : null;
  }
  if (disposition.is !== "dismissed") return null;
  const { reason, by, untilMs } = disposition;
  const row = { reason, by, until: untilMs === undefined ? null : new Date(untilMs) };
  await session.db
    .insert(dismissals)
    .values({ orgId: session.org, repo, fingerprint, ...row })
    .onConflictDoUpdate({
      target: [dismissals.orgId, dismissals.repo, dismissals.fingerprint],
      set: row,
    });
  return { type: "finding_dismissed", ...about, untilMs, reason };
}

/** Ends the suppression of a restored finding in other tasks. False if it was not suppressed. */
async function endDismissal(
  { db, org }: Session,
  { repo, fingerprint, atMs }: { repo: string; fingerprint: string; atMs: number },
): Promise<boolean> {
  const now = new Date(atMs);
  const ended = await db
    .update(dismissals)
    .set({ until: now })
    .where(
      and(
        eq(dismissals.orgId, org),
        eq(dismissals.repo, repo),
        eq(dismissals.fingerprint, fingerprint),
        or(isNull(dismissals.until), gt(dismissals.until, now)),
      ),
    )
    .returning({ fingerprint: dismissals.fingerprint });
  return ended.length > 0;
}
