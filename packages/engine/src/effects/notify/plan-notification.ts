import {
  BOARD_CHANNELS,
  durationMs,
  notificationDueMs,
  type Policy,
  routeNotification,
} from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import type { Session } from "../../platform/transact.ts";
import type { Job } from "../../ports/effect-queue.ts";
import { messageIdFor } from "../../store/names/derived-ids.ts";
import { JOB_IDS } from "../../store/names/job-ids.ts";
import {
  addNotification,
  lockRecipient,
  nextMessage,
  type Recipient,
  type StoredNotification,
} from "../../store/organisation/notifications.ts";

/** A notification for a person. `now` sends it without collecting other news. */
export type PlannedNotification = StoredNotification & { now: boolean };

/** Returns true for escalations and alerts, which ignore quiet hours. */
export function isUrgent({ why }: Pick<StoredNotification, "why">): boolean {
  return why === "escalated" || why === "alert";
}

type NotificationScope = Pick<EngineScope, "org" | "transact"> & {
  queue: Pick<EngineScope["queue"], "enqueue">;
};

/** Plans a notification over every channel of the person's route that the engine serves, once per fact. */
export async function planNotification(
  scope: NotificationScope,
  { notify }: Policy,
  person: string,
  news: PlannedNotification,
): Promise<void> {
  const { channels, quietHours } = routeNotification(notify, person, isUrgent(news));
  for (const channel of channels.filter((one) => !BOARD_CHANNELS.has(one)))
    await scope.transact(async (session) => {
      const recipient = { person, channel };
      await lockRecipient(session, recipient);
      const nowMs = await readClock(session);
      const { now, ...stored } = news;
      const next = now ? null : await nextMessage(session, recipient, nowMs);
      const dueMs = notificationDueMs(
        { nowMs, now, plannedMs: next?.dueMs ?? null },
        durationMs(notify.group),
        quietHours,
        localMinute,
      );
      const due = next ?? dueMessageAt(scope.org, recipient, dueMs);
      const isNew = await addNotification(session, recipient, stored, due);
      if (isNew && next === null) await enqueueDelivery(scope, session, recipient, due, nowMs);
    });
}

type Due = { dueMs: number; message: string };

/** Returns the message of a moment. Everything due for a recipient at that time shares one message. */
export function dueMessageAt(org: string, recipient: Recipient, dueMs: number): Due {
  return { dueMs, message: messageIdFor(org, recipient, dueMs) };
}

export async function enqueueDelivery(
  { queue, org }: Pick<NotificationScope, "queue" | "org">,
  { client }: Session,
  { person, channel }: Recipient,
  { dueMs, message }: Due,
  nowMs: number,
  tries = 1,
): Promise<void> {
  const job: Job = {
    id: JOB_IDS.delivery(org, message, tries),
    org,
    queue: "effects",
    kind: "deliver_notification",
    payload: { person, channel, message, dueMs, tries },
    delayMs: Math.max(0, dueMs - nowMs),
  };
  await queue.enqueue(client, [job]);
}

/** Returns the minute of the day, in the time zone of this machine. */
export function localMinute(ms: number): number {
  const date = new Date(ms);
  return date.getHours() * 60 + date.getMinutes();
}
