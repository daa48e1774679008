import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import type { NotifyWhy } from "../../ports/notifier.ts";
import { type NotificationOutcome, notifications } from "../schema/notification-schema.ts";

/** One person over one channel. */
export type Recipient = { person: string; channel: string };

export type StoredNotification = {
  fact: string;
  why: NotifyWhy;
  repo: string;
  taskId: string | null;
  round: number | null;
};

type Due = { dueMs: number; message: string };

/** Prevents other transactions from adding to or sending a recipient's messages until this one ends. */
export async function lockRecipient(
  { db, org }: Session,
  { person, channel }: Recipient,
): Promise<void> {
  const name = JSON.stringify(["notify", org, person, channel]);
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Returns the id of the recipient's next message that is not due yet. Null if there is none. */
export async function nextMessage(
  { db, org }: Session,
  { person, channel }: Recipient,
  nowMs: number,
): Promise<Due | null> {
  const [found] = await db
    .select({ due: notifications.due, message: notifications.message })
    .from(notifications)
    .where(
      and(
        eq(notifications.orgId, org),
        eq(notifications.person, person),
        eq(notifications.channel, channel),
        isNull(notifications.outcome),
        gt(notifications.due, new Date(nowMs)),
      ),
    )
    .orderBy(notifications.due)
    .limit(1);
  return found === undefined ? null : { dueMs: found.due.getTime(), message: found.message };
}

/** Adds a notification for a recipient. False if it was already added. */
export async function addNotification(
  { db, org }: Session,
  { person, channel }: Recipient,
  notification: StoredNotification,
  { dueMs, message }: Due,
): Promise<boolean> {
  const added = await db
    .insert(notifications)
    .values({ orgId: org, person, channel, ...notification, due: new Date(dueMs), message })
    .onConflictDoNothing()
    .returning({ fact: notifications.fact });
  return added.length > 0;
}

/** Reads the open facts of a message. */
export async function readMessage(
  { db, org }: Session,
  message: string,
): Promise<StoredNotification[]> {
  return await db
    .select({
      fact: notifications.fact,
      why: notifications.why,
      repo: notifications.repo,
      taskId: notifications.taskId,
      round: notifications.round,
    })
    .from(notifications)
    .where(open(org, message))
    .orderBy(notifications.fact);
}

/** Moves facts of a message to a later one. */
export async function postponeFacts(
  { db, org }: Session,
  message: string,
  facts: readonly string[],
  { dueMs, message: later }: Due,
): Promise<void> {
  await db
    .update(notifications)
    .set({ due: new Date(dueMs), message: later })
    .where(and(open(org, message), inArray(notifications.fact, [...facts])));
}

/** Records the outcome of facts of a message. */
export async function settleFacts(
  { db, org }: Session,
  message: string,
  facts: readonly string[],
  outcome: NotificationOutcome,
): Promise<void> {
  if (facts.length === 0) return;
  await db
    .update(notifications)
    .set({ outcome, settled: sql`now()` })
    .where(and(open(org, message), inArray(notifications.fact, [...facts])));
}

/**
 * Deletes facts that were settled longer ago than this. Until then, a fact of an open task is not announced
 * again.
 */
export async function forgetNotifications({ db, org }: Session, days: number): Promise<void> {
  await db
    .delete(notifications)
    .where(
      and(
        eq(notifications.orgId, org),
        lt(notifications.settled, sql`now() - ${`${days} days`}::interval`),
      ),
    );
}

function open(org: string, message: string) {
  return and(
    eq(notifications.orgId, org),
    eq(notifications.message, message),
    isNull(notifications.outcome),
  );
}
