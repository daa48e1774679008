import { type LogEntry, type Step, type Task, turnOf } from "@countersign/core";
import { and, desc, eq } from "drizzle-orm";
import { type ChainedEntry, chain, NO_HASH } from "./hash-chain.ts";
import { dismissals, events, tasks } from "./schema.ts";
import type { Session } from "./transact.ts";

/** A task as it is stored, with the end of its hash chain. */
export type StoredTask = { task: Task; seq: number; headHash: string };

/** Locks a task's row until the transaction ends, and reads it; null if there is none. */
export async function lockTask(
  { db }: Session,
  org: string,
  taskId: string,
): Promise<StoredTask | null> {
  const [row] = await db
    .select({ seq: tasks.seq, headHash: tasks.headHash, body: tasks.body })
    .from(tasks)
    .where(and(eq(tasks.orgId, org), eq(tasks.taskId, taskId)))
    .for("update");
  return row === undefined ? null : { task: row.body, seq: row.seq, headHash: row.headHash };
}

/** Refuses to build on a projection that does not stand where its log ends. */
export async function requireHead(
  { db }: Session,
  org: string,
  { task, seq, headHash }: StoredTask,
): Promise<void> {
  const [last] = await db
    .select({ seq: events.seq, hash: events.hash })
    .from(events)
    .where(and(eq(events.orgId, org), eq(events.taskId, task.id)))
    .orderBy(desc(events.seq))
    .limit(1);
  if (task.seq !== seq || last?.seq !== seq || last.hash !== headHash)
    throw new Error(`${task.id} stands at ${task.seq}, but its log ends at ${last?.seq ?? 0}`);
}

/** Appends a step's events to the log and brings the projection to the same point. */
export async function appendStep(
  session: Session,
  org: string,
  head: string | null,
  { task, log }: Step,
  nowMs: number,
): Promise<void> {
  const { db } = session;
  const chained = chain(org, task.id, head ?? NO_HASH, log);
  const headHash = chained.at(-1)?.hash;
  if (headHash === undefined) return;
  await db.insert(events).values(chained.map((entry) => eventRow(org, task.id, entry)));
  const row = taskRow(org, task, headHash, nowMs);
  if (head === null) await db.insert(tasks).values(row);
  else
    await db
      .update(tasks)
      .set(row)
      .where(and(eq(tasks.orgId, org), eq(tasks.taskId, task.id)));
  for (const entry of log) await rememberDismissal(session, org, task, entry);
}

/** A finding that a person took off the table does not come back in another task of the repository. */
async function rememberDismissal(
  { db }: Session,
  org: string,
  task: Task,
  { event }: LogEntry,
): Promise<void> {
  if (event.type !== "disposed" || event.disposition.is !== "dismissed") return;
  const finding = task.findings.find(({ id }) => id === event.finding);
  if (finding === undefined) return;
  const { reason, by, untilMs } = event.disposition;
  const row = { reason, by, until: untilMs === undefined ? null : new Date(untilMs) };
  await db
    .insert(dismissals)
    .values({ orgId: org, repo: task.repo, fingerprint: finding.fingerprint, ...row })
    .onConflictDoUpdate({
      target: [dismissals.orgId, dismissals.repo, dismissals.fingerprint],
      set: row,
    });
}

function eventRow(org: string, taskId: string, entry: ChainedEntry) {
  const { seq, atMs, by, event, prevHash, hash } = entry;
  return { orgId: org, taskId, seq, at: new Date(atMs), actor: by, body: event, prevHash, hash };
}

function taskRow(org: string, task: Task, headHash: string, nowMs: number) {
  const turn = turnOf(task);
  return {
    orgId: org,
    taskId: task.id,
    seq: task.seq,
    headHash,
    state: task.phase.is,
    turnHolder: turn.holder,
    turnWho: turn.who,
    gate: task.round?.decision?.gate ?? null,
    priority: task.priority,
    title: task.title,
    repo: task.repo,
    updated: new Date(nowMs),
    body: task,
  };
}
