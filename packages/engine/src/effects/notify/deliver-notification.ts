import { afterQuietHours, routeNotification } from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { readClock } from "../../platform/read-clock.ts";
import { transact } from "../../platform/transact.ts";
import {
  lockRecipient,
  postponeFacts,
  type Recipient,
  readMessage,
  type StoredNotification,
  settleFacts,
} from "../../store/organisation/notifications.ts";
import { waitUntilDue } from "../timers/wake-task.ts";
import { holdFact, readHold } from "./alert-holds.ts";
import { composeNotification, type DescribedItem } from "./compose-notification.ts";
import { isStillWaiting } from "./is-still-waiting.ts";
import { dueAt, enqueueDelivery, isUrgent, localMinute } from "./plan-notification.ts";

type DeliveryJob = Recipient & { message: string; dueMs: number; tries: number };

/** Milliseconds before each retry of a message: 5 s to 5 h, as Standard Webhooks suggests. */
const RETRY_MS = [5_000, 30_000, 300_000, 1_800_000, 7_200_000, 18_000_000];

/** Sends one message with the items that are still true. A failed delivery is retried later as a new job. */
export async function deliverNotification(
  parts: EngineDeps,
  org: string,
  job: DeliveryJob,
): Promise<void> {
  const { notifier } = parts;
  if (notifier === undefined) return;
  await waitUntilDue(parts, org, job.dueMs);
  const facts = await loudFacts(parts, org, job);
  const announced = await stillTrue(parts, org, job.person, facts);
  const [kept, gone] = [
    facts.filter((_, i) => announced[i]),
    facts.filter((_, i) => !announced[i]),
  ];
  await settle(parts, org, job, gone, "overtaken");
  const said = announced.filter((item) => item !== null);
  if (said.length === 0) return;
  const nowMs = await transact(parts.pool, org, readClock);
  const message = composeNotification(job.message, job.person, said);
  const result = await notifier.send(job.channel, message, nowMs);
  if (result.ok) return await settle(parts, org, job, kept, "sent");
  const pauses = parts.notifyRetryMs ?? RETRY_MS;
  const pauseMs = result.retry ? pauses[job.tries - 1] : undefined;
  if (pauseMs !== undefined) return await tryAgain(parts, org, job, pauseMs);
  await settle(parts, org, job, kept, "failed");
  const { person, channel } = job;
  const fields = { org, person, channel, reason: result.reason };
  parts.log({ level: "warn", event: "notification_failed", fields });
}

/** Returns the items to announce now. Items held back by quiet hours go into a later message. */
async function loudFacts(
  parts: EngineDeps,
  org: string,
  job: DeliveryJob,
): Promise<StoredNotification[]> {
  return await transact(parts.pool, org, async (session) => {
    await lockRecipient(session, org, job);
    const nowMs = await readClock(session);
    const facts = await readMessage(session, org, job.message);
    const loud: StoredNotification[] = [];
    for (const fact of facts) {
      const { notify } = await parts.policies.inForce(session, org, fact.repo);
      const { quietHours } = routeNotification(notify, job.person, isUrgent(fact));
      const dueMs = afterQuietHours(nowMs, quietHours, localMinute);
      if (dueMs <= nowMs) {
        loud.push(fact);
        continue;
      }
      const due = dueAt(org, job, dueMs);
      await postponeFacts(session, org, job.message, [fact.fact], due);
      await enqueueDelivery(parts, session, org, job, due, nowMs);
    }
    return loud;
  });
}

/** Returns the text of each item. Null for an item that is no longer true. */
async function stillTrue(
  parts: EngineDeps,
  org: string,
  person: string,
  facts: readonly StoredNotification[],
): Promise<(DescribedItem | null)[]> {
  const all: (DescribedItem | null)[] = [];
  for (const fact of facts) all.push(await announce(parts, org, person, fact));
  return all;
}

async function announce(
  parts: EngineDeps,
  org: string,
  person: string,
  { fact, why, repo, taskId, round }: StoredNotification,
): Promise<DescribedItem | null> {
  if (taskId === null) {
    const hold = await transact(parts.pool, org, (session) => readHold(session, org, repo));
    const isSame = hold !== null && holdFact(repo, hold.at) === fact;
    return isSame ? { why, repo, task: null, detail: hold.detail } : null;
  }
  const task = await parts.store.load(org, taskId);
  if (task === null || !isStillWaiting(task, person, { why, round })) return null;
  return { why, repo, task: { id: task.id, title: task.title, round }, detail: "" };
}

async function settle(
  { pool }: EngineDeps,
  org: string,
  { message }: DeliveryJob,
  facts: readonly StoredNotification[],
  outcome: Parameters<typeof settleFacts>[4],
): Promise<void> {
  const names = facts.map(({ fact }) => fact);
  await transact(pool, org, (session) => settleFacts(session, org, message, names, outcome));
}

async function tryAgain(
  parts: EngineDeps,
  org: string,
  job: DeliveryJob,
  pauseMs: number,
): Promise<void> {
  await transact(parts.pool, org, async (session) => {
    const nowMs = await readClock(session);
    const due = { dueMs: nowMs + pauseMs, message: job.message };
    await enqueueDelivery(parts, session, org, job, due, nowMs, job.tries + 1);
  });
}
