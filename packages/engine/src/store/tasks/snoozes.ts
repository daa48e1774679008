import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { snoozes, tasks } from "../schema/schema.ts";

/** Snoozes a task for one person, replacing an earlier snooze. */
export async function saveSnooze(
  { db, org }: Session,
  snooze: { person: string; taskId: string; seq: number; untilMs: number | null },
): Promise<void> {
  const { person, taskId, seq, untilMs } = snooze;
  const until = untilMs === null ? null : new Date(untilMs);
  await db
    .insert(snoozes)
    .values({ orgId: org, person, taskId, seq, until })
    .onConflictDoUpdate({
      target: [snoozes.orgId, snoozes.person, snoozes.taskId],
      set: { seq, until },
    });
}

export async function dropSnooze(
  { db, org }: Session,
  person: string,
  taskId: string,
): Promise<void> {
  await db
    .delete(snoozes)
    .where(and(eq(snoozes.orgId, org), eq(snoozes.person, person), eq(snoozes.taskId, taskId)));
}

/** Matches tasks that this person has snoozed, by the clock of the database. */
export function isSnoozedBy(person: string): SQL {
  return sql`EXISTS (SELECT FROM ${snoozes}
    WHERE ${snoozes.orgId} = ${tasks.orgId} AND ${snoozes.person} = ${person}
      AND ${snoozes.taskId} = ${tasks.taskId}
      AND (${snoozes.until} > now() OR (${snoozes.until} IS NULL AND ${snoozes.seq} = ${tasks.seq})))`;
}
