import type { LogEntry, Step, Task } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import { dismissals } from "./schema.ts";
import type { Session } from "./transact.ts";

/** A task as it is stored, with the end of its hash chain. */
export type StoredTask = { task: Task; seq: number; headHash: string };

const LOCK = {
  name: "lock_task",
  text: `SELECT seq, head_hash, body FROM countersign.tasks
          WHERE org_id = $1 AND task_id = $2 FOR UPDATE`,
};

/** Locks a task's row until the transaction ends, and reads it; null if there is none. */
export async function lockTask(
  { client }: Session,
  org: string,
  taskId: string,
): Promise<StoredTask | null> {
  const { rows } = await client.query<{ seq: number; head_hash: string; body: Task }>({
    ...LOCK,
    values: [org, taskId],
  });
  const [row] = rows;
  return row === undefined ? null : { task: row.body, seq: row.seq, headHash: row.head_hash };
}

/** Remembers what a step's events say about findings beyond their own task. */
export async function rememberDismissals(
  session: Session,
  org: string,
  { task, log }: Step,
): Promise<void> {
  for (const entry of log)
    if (entry.event.type === "disposed") await rememberDismissal(session, org, task, entry);
}

/** A finding that a person took off the table does not come back in another task of the repository. */
async function rememberDismissal(
  { db }: Session,
  org: string,
  task: Task,
  { event, atMs }: LogEntry,
): Promise<void> {
  if (event.type !== "disposed") return;
  const finding = task.findings.find(({ id }) => id === event.finding);
  if (finding === undefined) return;
  const { disposition } = event;
  if (disposition.is === "open") await endDismissal(db, org, { ...finding, repo: task.repo, atMs });
  if (disposition.is !== "dismissed") return;
  const { reason, by, untilMs } = disposition;
  const row = { reason, by, until: untilMs === undefined ? null : new Date(untilMs) };
  await db
    .insert(dismissals)
    .values({ orgId: org, repo: task.repo, fingerprint: finding.fingerprint, ...row })
    .onConflictDoUpdate({
      target: [dismissals.orgId, dismissals.repo, dismissals.fingerprint],
      set: row,
    });
}

/** What a person put back on the table may come up elsewhere too. */
async function endDismissal(
  db: Session["db"],
  org: string,
  { repo, fingerprint, atMs }: { repo: string; fingerprint: string; atMs: number },
): Promise<void> {
  await db
    .update(dismissals)
    .set({ until: new Date(atMs) })
    .where(
      and(
        eq(dismissals.orgId, org),
        eq(dismissals.repo, repo),
        eq(dismissals.fingerprint, fingerprint),
      ),
    );
}
