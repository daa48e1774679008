import { CountersignError, type Task } from "@countersign/core";
import { and, eq, gt, sql } from "drizzle-orm";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { logMonth } from "../store/schema/columns.ts";
import { events } from "../store/schema/schema.ts";
import { dropSnooze, saveSnooze } from "../store/tasks/snoozes.ts";

/** Whether the caller has snoozed a task, and until when. Null means until it changes. */
export type SnoozedTask = { task: string; putOff: boolean; untilMs: number | null };

/** The end of the snooze, and the last log entry that the person saw. A newer entry ends the snooze. */
export type ShownSnooze = { seq: number; untilMs: number | null };

/** Hides a task from one person's inbox. The task and other people's inboxes do not change. */
export async function snoozeTask(
  { transact, store }: Pick<EngineScope, "transact" | "store">,
  by: Principal,
  taskId: string,
  { untilMs, seq }: ShownSnooze,
): Promise<SnoozedTask> {
  requirePermission(by, "snooze", taskId);
  const task = await store.load(by.org, taskId);
  if (task === null) throw new CountersignError("not_found", `There is no task ${taskId}`);
  await transact(async (session) => {
    if (untilMs !== null && untilMs <= (await readClock(session)))
      throw new CountersignError("invalid_input", "That time is in the past");
    await requireNothingNewer(session, task, seq);
    const snooze = { person: by.actor.id, taskId, seq, untilMs };
    await saveSnooze(session, snooze);
  });
  return { task: taskId, putOff: true, untilMs };
}

/** Refuses to hide work that was submitted after the person looked. */
async function requireNothingNewer(
  { db, org }: Session,
  { id, round }: Task,
  seq: number,
): Promise<void> {
  const newer = await db
    .select({ seq: events.seq })
    .from(events)
    .where(
      and(
        eq(events.orgId, org),
        eq(events.taskId, id),
        eq(events.opened, logMonth(org, id)),
        gt(events.seq, seq),
        sql`${events.body}->>'type' = 'submitted'`,
      ),
    )
    .limit(1);
  if (newer.length === 0) return;
  throw new CountersignError(
    "stale_round",
    `${id} is at round ${round?.number ?? 0} now, which was submitted after it was shown`,
    {
      details: { task: id, round: round?.number ?? 0, given: "an earlier one" },
      hint: `Review it: countersign diff ${id}`,
    },
  );
}

/** Shows a snoozed task in the person's inbox again. */
export async function unsnoozeTask(
  { transact, store }: Pick<EngineScope, "transact" | "store">,
  by: Principal,
  taskId: string,
): Promise<SnoozedTask> {
  requirePermission(by, "snooze", taskId);
  if ((await store.load(by.org, taskId)) === null)
    throw new CountersignError("not_found", `There is no task ${taskId}`);
  await transact((session) => dropSnooze(session, by.actor.id, taskId));
  return { task: taskId, putOff: false, untilMs: null };
}
