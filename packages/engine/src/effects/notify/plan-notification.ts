import {
  BOARD_CHANNELS,
  durationMs,
  notificationDueMs,
  type Policy,
  routeNotification,
} from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { readClock } from "../../platform/read-clock.ts";
import { type Session, transact } from "../../platform/transact.ts";
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

/** Dependencies for planning messages. */
type Sending = Pick<EngineDeps, "pool"> & { queue: Pick<EngineDeps["queue"], "enqueue"> };

/** Plans a notification over every channel of the person's route that the engine serves, once per fact. */
export async function planNotification(
  parts: Sending,
  org: string,
  { notify }: Policy,
  person: string,
  news: PlannedNotification,
): Promise<void> {
  const { channels, quietHours } = routeNotification(notify, person, isUrgent(news));
  for (const channel of channels.filter((one) => !BOARD_CHANNELS.has(one)))
    await transact(parts.pool, org, async (session) => {
      const recipient = { person, channel };
      await lockRecipient(session, org, recipient);
      const nowMs = await readClock(session);
      const { now, ...stored } = news;
      const next = now ? null : await nextMessage(session, org, recipient, nowMs);
      const dueMs = notificationDueMs(
        { nowMs, now, plannedMs: next?.dueMs ?? null },
        durationMs(notify.group),
        quietHours,
        localMinute,
      );
      const due = next ?? dueAt(org, recipient, dueMs);
      const isNew = await addNotification(session, org, recipient, stored, due);
      if (isNew && next === null) await enqueueDelivery(parts, session, org, recipient, due, nowMs);
    });
}

type Due = { dueMs: number; message: string };

/** Returns the message of a moment. Everything due for a recipient at that time shares one message. */
export function dueAt(org: string, recipient: Recipient, dueMs: number): Due {
  return { dueMs, message: messageIdFor(org, recipient, dueMs) };
}

export async function enqueueDelivery(
  { queue }: Pick<Sending, "queue">,
  { client }: Session,
  org: string,
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
